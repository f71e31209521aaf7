import { openSite, type SiteSettings } from './http-site.ts';
import { testCopy } from './http-test-operations.ts';

/** What the process of a target says of itself once it serves. */
export interface TargetGreeting {
  readonly baseUrl: string;
  readonly key: string;
  readonly operation: string;
  readonly stagingFolder: string;
}

/**
 * Serves the surface from this process, which `forkAttackTarget` has started, until that one lets go of it. Nothing here
 * catches what nobody else does: an uncaught error ends this process as it would end a host.
 */
export async function serveAttackTarget(settings: SiteSettings): Promise<void> {
  const site = await openSite(settings);
  const { key } = await site.createKey();
  const { baseUrl, stagingFolder } = site;
  process.on('disconnect', () => process.exit());
  process.on('message', () => process.send?.(site.logged));
  process.send?.({ baseUrl, key, operation: testCopy.name, stagingFolder } satisfies TargetGreeting);
}
