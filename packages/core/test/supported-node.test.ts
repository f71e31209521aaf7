import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { requireSupportedNode } from '../src/supported-node.ts';

const run = promisify(execFile);
/** What a host imports. */
const packages = [
  'core',
  'core/memory',
  'core/fs',
  'engine',
  'http',
  'express',
  'fastify',
  'sqlite',
  'standard',
  'pdf-merge',
];
const oldNode = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });",
)}`;

test.each([['22.13.0'], ['22.20.1'], ['24.0.0'], ['25.1.0-nightly']])('Node %s is fine', (version) => {
  expect(() => requireSupportedNode(version)).not.toThrow();
});

test.each([['20.20.2'], ['22.12.0'], ['18.0.0']])('Node %s is refused by its version', (version) => {
  expect(() => requireSupportedNode(version)).toThrow(`Platen needs Node 22.13 or newer; this is v${version}`);
});

test.each(packages)('on an old Node the import of @platen/%s itself fails, with words', async (name) => {
  const args = [
    '--conditions=@platen/source',
    '--import',
    oldNode,
    '--input-type=module',
    '-e',
    `import '@platen/${name}';`,
  ];
  const failure = run(process.execPath, args, { cwd: fileURLToPath(new URL('../../cli', import.meta.url)) });
  await expect(failure).rejects.toMatchObject({
    stderr: expect.stringContaining('Platen needs Node 22.13 or newer; this is v20.20.2'),
  });
});
