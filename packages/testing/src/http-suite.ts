import { afterAll, beforeAll, describe } from 'vitest';
import { accessRules } from './http-access-rules.ts';
import { chainRules } from './http-chain-rules.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { connectionRules } from './http-connection-rules.ts';
import { downloadRules } from './http-download-rules.ts';
import { eventRules } from './http-event-rules.ts';
import { hostRules } from './http-host-rules.ts';
import { jobRules } from './http-job-rules.ts';
import { manageRules } from './http-manage-rules.ts';
import { outageRules } from './http-outage-rules.ts';
import { routeRules } from './http-route-rules.ts';
import { openSite, type Site, type SiteSettings } from './http-site.ts';
import { submissionRules } from './http-submission-rules.ts';
import { uploadRules } from './http-upload-rules.ts';
import { suiteDeadline } from './subject.ts';

/** The functions that the rules call: `createEngine`, and the function that starts the framework with the adapter. */
export interface HttpSuiteSettings extends Pick<SiteSettings, 'makeEngine' | 'startHost' | 'refusesHosts'> {
  /** The mount points to test; by default the root and a prefix. To test only your own engine, one of them is enough. */
  readonly prefixes?: readonly string[];
}

/** Every rule of the HTTP interface, through a framework. */
export function httpSuite({ prefixes = ['', '/convert/files'], ...settings }: HttpSuiteSettings): void {
  describe.each(prefixes)('HTTP surface under "%s"', suiteDeadline, (prefix) => {
    let site: Site;
    let client: HttpClient;
    beforeAll(async () => {
      site = await openSite({ ...settings, host: { prefix } });
      client = await createHttpClient(site);
    });
    afterAll(() => site.close());

    describe('submissions', () => submissionRules(() => client));
    describe('jobs', () => jobRules(() => client));
    describe('chains', () => chainRules(() => client));
    describe('access', () => accessRules(() => client));
    describe('downloads', () => downloadRules(() => client));
    describe('uploads', () => uploadRules(() => client));
    describe('managing jobs', () => manageRules(() => client));
    describe('events', () => eventRules(() => client));
    describe('connections', () => connectionRules(() => client));
  });
  describe('HTTP surface in a host', suiteDeadline, () => {
    hostRules(settings);
    describe('routes', () => routeRules(settings));
    describe('over an engine that is not well', () => outageRules(settings));
  });
}
