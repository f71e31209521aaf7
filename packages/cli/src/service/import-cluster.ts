import { importOptional } from './import-optional.ts';

/**
 * What several machines need is a package of its own: one machine needs none of its clients for PostgreSQL and S3.
 * Rejects with a `StartError` that says how to get it.
 */
export function importCluster(): Promise<typeof import('@platen/cluster')> {
  return importOptional('@platen/cluster', '--store and --blobs need', () => import('@platen/cluster'));
}
