import { createHttpClient, type HttpClient } from './http-client.ts';
import { openSite, type SiteSettings } from './http-site.ts';

/** Runs a check on a site of its own, which is closed whatever happens; `settings` go before those of all sites. */
export function siteRunner(base: SiteSettings) {
  return async (settings: Partial<SiteSettings>, check: (client: HttpClient) => Promise<void>): Promise<void> => {
    const site = await openSite({ ...base, ...settings });
    try {
      await check(await createHttpClient(site));
    } finally {
      await site.close();
    }
  };
}
