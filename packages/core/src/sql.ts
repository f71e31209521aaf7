import { requireSupportedNode } from './supported-node.ts';

export { fromJson, fromOwnerKey, ownerKey, toJson } from './sql/column-values.ts';
export { type DeliveryRow, fromDeliveryRow, fromDueRow } from './sql/delivery-row.ts';
export {
  type ListedRow,
  type ListingDialect,
  type ListingStatement,
  type ListingValue,
  listingStatement,
  namedJobStatement,
  toListing,
} from './sql/job-listing.ts';
export { fromJobRow, type JobRow, type SummaryRow, toChangingColumns, toFixedColumns } from './sql/job-row.ts';
export { fromKeyRow, type KeyRow, toKeyRow } from './sql/key-row.ts';

requireSupportedNode();
