import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

/** Opened by "secret" and "geheim". */
const one = fileURLToPath(new URL('../../operations/standard/test/fixtures/encrypted.pdf', import.meta.url));
const two = fileURLToPath(new URL('../../pdf-kit/test/fixtures/encrypted-aes128.pdf', import.meta.url));

let folder = '';
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-passwords-'));
  await writeFile(at('secret'), 'secret\n');
  await writeFile(at('windows'), '\ufeffsecret\r\ngeheim\r\n');
  await writeFile(at('wrong'), 'wrong');
  await writeFile(at('empty'), '\n'.slice(1));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function run(args: readonly string[], secrets: readonly string[] | null = null) {
  const recording = createRecordingTerminal(secrets !== null, false, undefined, secrets ?? []);
  count += 1;
  const out = at(`out-${count}.${args[0] === 'inspect' ? 'html' : 'pdf'}`);
  const code = await main([...args, '-o', out], recording.terminal);
  const head = code === 0 ? (await readFile(out)).subarray(0, 5).toString() : null;
  return { code, head, ...recording };
}

test.each([
  ['--password', ['--password', 'secret']],
  ['--password-file', ['--password-file', 'secret']],
  ['a file of another system with several', ['--password-file', 'windows']],
])('an encrypted file is opened by %s', async (_name, flags) => {
  const { code, head } = await run([
    'convert',
    'compress',
    one,
    ...flags.map((flag, index) => (flags[0] === '--password-file' && index === 1 ? at(flag) : flag)),
  ]);
  expect([code, head]).toEqual([exitCodes.success, '%PDF-']);
});

test('PLATEN_PASSWORD opens it, unless a flag says another', async () => {
  vi.stubEnv('PLATEN_PASSWORD', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect((await run(['convert', 'split', '--every', '9', '--jobs', '1', one])).code).toBe(exitCodes.success);
  expect(
    (await run(['convert', 'split', '--every', '9', '--jobs', '1', one, '--password-file', at('wrong')])).code,
  ).toBe(exitCodes.conversion);
  expect((await run(['inspect', one])).code).toBe(exitCodes.success);
});

test('a person is asked, three times at most, and not when nobody is there', async () => {
  const known = await run(['convert', 'split', '--every', '9', '--jobs', '1', one], ['wrong', 'secret']);
  expect([known.code, known.questions.length]).toEqual([exitCodes.success, 2]);
  const guessing = await run(['convert', 'split', '--every', '9', '--jobs', '1', one], ['a', 'b', 'c', 'd']);
  expect([guessing.code, guessing.questions.length]).toEqual([exitCodes.conversion, 3]);
  const unattended = await run(['convert', 'split', '--every', '9', '--jobs', '1', one]);
  expect(unattended.code).toBe(exitCodes.conversion);
  expect(unattended.notes).toEqual([expect.stringContaining('encrypted.pdf')]);
  expect((await run(['inspect', one], ['secret'])).code).toBe(exitCodes.success);
});

test('a merge takes one password for each file, from a file or a person', async () => {
  expect((await run(['convert', 'merge', '--jobs', '1', one, two, '--password-file', at('windows')])).code).toBe(
    exitCodes.success,
  );
  const asked = await run(['convert', 'merge', '--jobs', '1', two, one], ['geheim', 'secret']);
  expect([asked.code, asked.questions]).toEqual([
    exitCodes.success,
    ['Password of encrypted-aes128.pdf: ', 'Password of encrypted.pdf: '],
  ]);
});

test.each([
  [['--password', 'a', '--password-file', 'secret'], 'use --password or --password-file, not both'],
  [['--password-file', 'nothing'], 'cannot be read: there is no such file'],
  [['--password-file', 'empty'], 'is empty'],
])('%j is refused', async (flags, words) => {
  const { code, notes } = await run([
    'convert',
    'compress',
    one,
    ...flags.map((flag) => (/^(secret|nothing|empty)$/.test(flag) ? at(flag) : flag)),
  ]);
  expect([code, notes]).toEqual([exitCodes.usage, [expect.stringContaining(words)]]);
});
