import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const bin = fileURLToPath(new URL('../bin/platen.js', import.meta.url));

/** The machine's own Node, where it is too old for Platen. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  try {
    const [major = 0, minor = 0] = execFileSync(path, ['-p', 'process.versions.node'])
      .toString()
      .split('.')
      .map(Number);
    return major < 22 || (major === 22 && minor < 13);
  } catch {
    return false; // There is none.
  }
});

test.skipIf(oldNode === undefined)('on an old Node the command line says so in one line (needs one)', async () => {
  await expect(run(String(oldNode), [bin, 'serve'])).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringMatching(/^platen needs Node 22\.13 or newer; this is v[^\n]+\n$/),
  });
});
