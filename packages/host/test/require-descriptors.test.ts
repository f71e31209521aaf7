import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const index = fileURLToPath(new URL('../src/index.ts', import.meta.url));

test.skipIf(process.platform === 'win32')(
  'a host with too few file descriptors to confine workers gets a StartError, and leaves nothing',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-descriptors-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const program = `
      import { createPlaten } from ${JSON.stringify(index)};
      process.report.excludeNetwork = false;
      const { name, message } = await createPlaten({ data: ${JSON.stringify(join(folder, 'data'))} }).catch((error) => error);
      console.log(JSON.stringify({ name, message, excludeNetwork: process.report.excludeNetwork }));`;
    const node = [process.execPath, '--conditions=@platen/source', '--input-type=module', '-e', program];
    const { stdout } = await run('sh', ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node]);
    expect(JSON.parse(stdout)).toEqual({
      name: 'StartError',
      message:
        'only 100 files may be open at once, but Platen needs 128: raise the limit of file descriptors (ulimit -n 1024)',
      excludeNetwork: false,
    });
    expect(await readdir(folder)).toEqual([]);
  },
);
