import { openSite, type SiteSettings } from './http-site.ts';
import { testCopy } from './http-test-operations.ts';

/** The message of a target process when it is ready. */
export interface TargetGreeting {
  readonly baseUrl: string;
  readonly key: string;
  readonly operation: string;
  readonly stagingFolder: string;
}

/**
 * Serves the HTTP interface from this process, which `forkAttackTarget` started, until the parent disconnects. It does not
 * catch uncaught errors, so they end this process as they would end a host.
 */
export async function serveAttackTarget(settings: SiteSettings): Promise<void> {
  const site = await openSite(settings);
  const { key } = await site.createKey();
  const { baseUrl, stagingFolder } = site;
  process.on('disconnect', () => process.exit());
  process.on('message', () => process.send?.(site.logged));
  process.send?.({ baseUrl, key, operation: testCopy.name, stagingFolder } satisfies TargetGreeting);
}
