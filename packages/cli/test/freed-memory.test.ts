import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { builtCli } from './built-cli.ts';

/** Prints the process and what the allocator was told, whenever a program starts. */
const probe = `data:text/javascript,console.error('start',process.pid,process.env.MALLOC_ARENA_MAX)`;

/** The starts of `platen convert` with an operation, as `[process, arenas]`. */
async function startsOf(operation: string, variables: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-freed-memory-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'a file.pdf');
  await writeFile(file, samplePdf('a file'));
  const words = [builtCli, 'convert', operation, file, '-o', join(folder, 'out/')];
  const env = { ...process.env, NODE_OPTIONS: `--import "${probe}"`, ...variables };
  const { stderr } = await promisify(execFile)(process.execPath, words, { env });
  return [...stderr.matchAll(/^start (\d+) (\S+)$/gm)].map(([, id, arenas]) => ({ id, arenas }));
}

const canRestart = process.platform === 'linux' && process.execve !== undefined;

test.skipIf(!canRestart)('a conversion gives freed memory back, in the process it was started in', async () => {
  const [first, second] = await startsOf('pdf/compress');
  expect(first).toMatchObject({ arenas: 'undefined' });
  expect(second).toEqual({ id: first?.id, arenas: '2' });
});

test('settings of the user are kept', async () => {
  expect((await startsOf('pdf/compress', { MALLOC_ARENA_MAX: '7' })).map(({ arenas }) => arenas)).not.toContain('2');
});

test('splitting, which decodes nothing, starts once', async () => {
  expect((await startsOf('pdf/split')).map(({ arenas }) => arenas)).not.toContain('2');
});
