import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.skipIf(process.platform === 'win32')(
  'calls for which no thread can be started are refused, and later ones run',
  async () => {
    const host = fileURLToPath(new URL('./fixtures/starved-host.ts', import.meta.url));
    const command = ['-c', 'ulimit -n 100; exec "$0" --conditions=@platen/source "$1"', process.execPath, host];
    const { stdout } = await promisify(execFile)('sh', command, { timeout: 30_000 });
    expect(JSON.parse(stdout)).toEqual(['host_overloaded', 'host_overloaded', 'converted']);
  },
);
