import { createEngine } from '@platen/engine';
import { platen } from '@platen/express';
import { testCopy } from '@platen/testing';
import express from 'express';
import express4 from 'express4';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from './start-express.ts';

describe.each([
  ['Express 4', express4],
  ['Express 5', express],
])('%s', (_name, version) => {
  function surface() {
    return platen({
      engine: createEngine({ operations: [testCopy] }),
      authenticator: { authenticate: async () => null },
      linkSecrets: ['a secret of at least 32 characters'],
      trustUploads: true,
    });
  }

  /** Statuses of the account route below each path: 401 where the surface answers, 404 where it does not. */
  async function statuses(app: express.Express, paths: readonly string[]) {
    const host = await listen(app);
    onTestFinished(() => host.close());
    return Promise.all(paths.map(async (path) => (await fetch(`${host.origin}${path}/api/v1/account`)).status));
  }

  test('an application in an application is called in the letters of both', async () => {
    const inner = version();
    inner.use('/Files', surface());
    const app = version();
    app.use('/convert', inner);
    expect(await statuses(app, ['/convert/Files', '/convert/files', '/CONVERT/Files'])).toEqual([401, 404, 404]);
  });

  test('each of several paths is a mount point', async () => {
    const app = version();
    const middleware = surface();
    app.use(['/one', '/two'], middleware);
    app.use('/three/:team', middleware);
    const paths = ['/one', '/two', '/three/Acme', '/ONE', '/Two', '/THREE/Acme'];
    expect(await statuses(app, paths)).toEqual([401, 401, 401, 404, 404, 404]);
  });

  test('what is no plain path is matched by Express alone', async () => {
    const app = version();
    app.use(/^\/v[12]/, surface());
    expect(await statuses(app, ['/v1', '/v2', '/v3'])).toEqual([401, 401, 404]);
  });

  test('a router is as exact as it was made', async () => {
    const router = version.Router({ caseSensitive: true });
    router.use('/files', surface());
    const app = version();
    app.use(router);
    expect(await statuses(app, ['/files', '/FILES'])).toEqual([401, 404]);
  });
});
