export {
  openSharedRecords,
  openSharedStores,
  type Preparation,
  prepareSharedStores,
  type SharedRecords,
  type SharedSettings,
  type SharedStores,
  type SharedUrls,
} from './open-shared-stores.ts';
export { type Check, createSharedChecks } from './shared-checks.ts';
