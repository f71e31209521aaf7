import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { requirePermissionModel } from '../src/require-permission-model.ts';

const run = promisify(execFile);

test('Node is accepted, Bun refused in one line that says what to do', () => {
  expect(() => requirePermissionModel()).not.toThrow();
  expect(() => requirePermissionModel('1.4.5')).toThrow(/^createProcessExecutor needs Node 22\.13 .*threads$/);
});

/** A Bun to try it with. */
const bun = process.env.PLATEN_BUN ?? '';
const bin = fileURLToPath(new URL('../../cli/bin/platen.js', import.meta.url));

test.skipIf(!existsSync(bun))('under Bun a server is refused in one line (needs PLATEN_BUN)', async () => {
  const data = await mkdtemp(join(tmpdir(), 'platen-bun-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const serve = ['--conditions=@platen/source', bin, 'serve', '--port', '0', '--data', data];
  await expect(run(bun, serve)).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^platen: createProcessExecutor needs Node 22\.13 [^\n]+\n$/),
  });
});
