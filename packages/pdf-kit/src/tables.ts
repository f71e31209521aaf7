export type { Table, TableCell, TableKind } from './tables/types.ts';
