export { isPrintedSheet } from './page-model/printed-sheet.ts';
export { drawOverlay } from './tables/draw-overlay.ts';
export { type FindTablesOptions, findTables } from './tables/find-tables.ts';
export { haveSameColumns, repeatedHeaderRows, type TableReach, tableReach } from './tables/table-continuation.ts';
export type { Table, TableCell, TableKind } from './tables/types.ts';
