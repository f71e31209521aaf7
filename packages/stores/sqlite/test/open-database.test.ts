import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./open-many.ts', import.meta.url));

test('processes that make a database at the same moment wait for each other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-open-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command = ['--conditions=@platen/source', '--no-warnings', script, folder];
  const openers = Array.from({ length: 4 }, () => run(process.execPath, command));
  await expect(Promise.all(openers)).resolves.toHaveLength(4);
});
