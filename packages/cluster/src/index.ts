export {
  openSharedRecords,
  openSharedStores,
  type SharedRecords,
  type SharedStores,
  type SharedUrls,
} from './open-shared-stores.ts';
export { type Check, createSharedChecks } from './shared-checks.ts';
