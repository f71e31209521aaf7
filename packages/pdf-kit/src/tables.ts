export { findTables } from './tables/find-tables.ts';
export type { Table, TableCell, TableKind } from './tables/types.ts';
