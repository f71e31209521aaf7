export { isPrintedSheet } from './page-model/printed-sheet.ts';
export { accountValues, type PageAccount } from './tables/accounting/account-values.ts';
export { freeLines } from './tables/accounting/free-lines.ts';
export { valuesIn } from './tables/accounting/values-in.ts';
export { withoutRepeats } from './tables/accounting/without-repeats.ts';
export { drawOverlay } from './tables/draw-overlay.ts';
export {
  explainTables,
  type FindTablesOptions,
  findPageTables,
  findTables,
  type PageTables,
} from './tables/find-tables.ts';
export { freeRows } from './tables/free-rows.ts';
export type { JudgedHypothesis, TableSource } from './tables/hypotheses.ts';
export { findLedgers } from './tables/ledger/find-ledgers.ts';
export { findFormBlocks } from './tables/ledger/form-blocks.ts';
export type { LedgerTable } from './tables/ledger/read-ledgers.ts';
export { alignPages } from './tables/pages/align-pages.ts';
export { type CarriedRows, carriedRows } from './tables/pages/carried-rows.ts';
export { withClosingRows } from './tables/pages/closing-rows.ts';
export { rowsGoingOn } from './tables/pages/rows-going-on.ts';
export { withRowsLeftOut } from './tables/pages/rows-left-out.ts';
export { withStackedTable } from './tables/pages/stacked-tables.ts';
export {
  haveSameColumns,
  repeatedHeaderRows,
  runningLines,
  type TableReach,
  tableReach,
  withoutNumber,
} from './tables/pages/table-continuation.ts';
export { withSidesRaised } from './tables/sides-below.ts';
export type { Table, TableCell, TableKind } from './tables/types.ts';
