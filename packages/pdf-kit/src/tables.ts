export { findTables } from './tables/find-tables.ts';
export type { Table, TableCell, TableKind } from './tables/types.ts';
export { drawOverlay } from './tables/draw-overlay.ts';
