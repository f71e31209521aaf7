import { StartError } from '@platen/host/folder-problem';

/**
 * What several machines need is a package of its own: one machine needs none of its clients for PostgreSQL and S3.
 * Rejects with a `StartError` that says how to get it.
 */
export async function importCluster(): Promise<typeof import('@platen/cluster')> {
  try {
    return await import('@platen/cluster');
  } catch (cause) {
    // Another package that it needs may be missing as well: that is not said in these words.
    if (!(cause instanceof Error && /Cannot find package '@platen\/cluster'/.test(cause.message))) throw cause;
    throw new StartError('--store and --blobs need the package @platen/cluster: npm install @platen/cluster', {
      cause,
    });
  }
}
