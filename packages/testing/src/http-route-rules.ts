import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { oneFile, untilFinal } from './http-client.ts';
import type { SiteSettings } from './http-site.ts';
import { siteRunner } from './site-runner.ts';

const manageRoutes = [
  ['/api/manage/jobs', 'get'],
  ['/api/manage/jobs/{jobId}', 'get', 'delete'],
  ['/api/manage/jobs/{jobId}/cancel', 'post'],
  ['/api/manage/jobs/{jobId}/retry', 'post'],
  ['/api/manage/jobs/{jobId}/outputs.zip', 'get'],
  ['/api/manage/jobs/{jobId}/events', 'get'],
  ['/api/manage/events', 'get'],
];

/** A file that ends in the middle. */
function brokenStream(): Readable {
  async function* chunks() {
    yield Buffer.from('%PDF');
    throw new Error('the disk is gone');
  }
  return Readable.from(chunks());
}

/** Which routes there are: those of the interface, those to manage jobs, and what is served without a key. */
export function routeRules(base: SiteSettings): void {
  const onSite = siteRunner(base);

  test('the routes of the interface are these, whatever is served beside them', async () => {
    for (const manage of [false, true]) {
      await onSite({ manage }, async ({ call }) => {
        const paths = (await call('/api/openapi.json')).json?.paths ?? {};
        expect(Object.entries(paths).map(([path, methods]) => [path, ...Object.keys(methods)])).toEqual([
          ['/api/v1/test/copy', 'post'],
          ['/api/v1/test/gather', 'post'],
          ['/api/v1/jobs/{jobId}', 'get'],
          ['/api/v1/account', 'get'],
          ['/api/download/{token}', 'get'],
          ...(manage ? manageRoutes : []),
        ]);
      });
    }
  });

  test("without the routes to manage jobs their paths are the host's", () =>
    onSite({ manage: false }, async ({ site }) => {
      const { key } = await site.createKey();
      for (const path of ['/jobs', '/events', '/jobs/none/cancel']) {
        const response = await fetch(`${site.baseUrl}/api/manage${path}`, { headers: { 'X-API-Key': key } });
        expect({ status: response.status, own: response.headers.get('X-Correlation-Id') }).toEqual({
          status: 404,
          own: null,
        });
      }
    }));

  test('a failed job whose files were kept is queued again, for a quota unit', () =>
    onSite({ keepFailedInputs: true }, async ({ site, call, runJob, poll, expectError }) => {
      const { key } = await site.createKey({ limits: { quotaPerMonth: 1 } });
      const { jobId } = await runJob(key, [...oneFile, { name: 'act', content: 'fail' }]);
      const retried = await call(`/api/manage/jobs/${jobId}/retry`, { key, method: 'POST' });
      expect(retried).toMatchObject({ status: 202, json: { jobId, status: 'queued', error: null } });
      await untilFinal(site.engine, jobId);
      expect(await poll(key, jobId)).toMatchObject({ status: 'failed' });
      expect(await runJob(key)).toMatchObject({ status: 'completed' });
      await expectError('QUOTA_EXCEEDED', `/api/manage/jobs/${jobId}/retry`, { key, method: 'POST' });
    }));

  test('an archive of which a file breaks off is cut short, and the cause is logged', () =>
    onSite({ wrapEngine: (engine) => ({ ...engine, open: async () => brokenStream() }) }, async ({ site, runJob }) => {
      const { key } = await site.createKey();
      const { jobId } = await runJob(key);
      const response = await fetch(`${site.baseUrl}/api/manage/jobs/${jobId}/outputs.zip`, {
        headers: { 'X-API-Key': key },
      });
      await expect(response.arrayBuffer()).rejects.toThrow();
      expect(site.logged).toContain('an archive of outputs broke off');
    }));

  test('what was asked for on top of the interface is served without a key', () =>
    onSite({}, async ({ site, call, runJob }) => {
      const { key } = await site.createKey();
      await runJob(key);
      expect((await call('/healthz')).json).toEqual({ status: 'ok' });
      expect((await call('/readyz')).json).toMatchObject({ status: 'ready' });
      const metrics = (await call('/metrics')).bytes.toString();
      expect(metrics).toContain('platen_jobs_total{operation="test/copy",state="completed"} 1');
      expect(metrics).toContain('platen_http_requests_total{route="/api/v1/test/copy",status="202"} 1');
      const document = (await call('/api/openapi.json')).json;
      expect(document).toMatchObject({ openapi: '3.1.1', servers: [{ url: site.baseUrl }] });
      expect(Object.keys(document?.paths ?? {})).toContain('/api/v1/test/gather');
    }));
}
