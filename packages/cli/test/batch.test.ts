import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

const encrypted = fileURLToPath(new URL('../../operations/standard/test/fixtures/encrypted.pdf', import.meta.url));
const otherEncrypted = fileURLToPath(new URL('../../pdf-kit/test/fixtures/encrypted-aes128.pdf', import.meta.url));

let folder = '';
const at = (name: string) => join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-batch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), name.includes('broken') ? '%PDF-1.7 and nothing else' : samplePdf(name));
  }
}

/** The files below a folder, sorted. */
async function filesIn(name: string): Promise<readonly string[]> {
  const entries = await readdir(at(name), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(at(name), join(entry.parentPath, entry.name)))
    .toSorted();
}

async function convert(args: readonly string[], { isInteractive = false, secrets = [] as readonly string[] } = {}) {
  const recording = createRecordingTerminal(isInteractive, isInteractive, undefined, secrets);
  // Each thread loads the operation anew.
  const jobs = args.includes('--jobs') ? [] : ['--jobs', '1'];
  const code = await main(['convert', ...args, ...jobs], recording.terminal);
  return { code, ...recording };
}

test('forty files of which three are broken: the others are converted, the failures are named, the exit code says so', async () => {
  const names = Array.from(
    { length: 40 },
    (_, index) => `in/${[7, 20, 33].includes(index) ? 'broken' : 'file'}${index}.pdf`,
  );
  await fill(...names);
  const { code, notes, printed } = await convert(['pdf/split', at('in'), '-o', at('out/'), '--jobs', '2']);
  expect(code).toBe(exitCodes.incomplete);
  expect(printed).toEqual([]);
  expect(await filesIn('out')).toHaveLength(37);
  // A line for each file, and then the summary.
  expect(notes.slice(0, 40).every((line, index) => line.startsWith(`[${String(index + 1).padStart(2)}/40] `))).toBe(
    true,
  );
  expect(notes.slice(40, 42)).toEqual(['40 files: 37 converted, 3 failed', 'failed:']);
  const failed = [7, 20, 33].map((index) =>
    expect.stringMatching(`in/broken${index}\\.pdf: .*\\(PROCESSING_FAILED\\)$`),
  );
  expect(notes.slice(42)).toEqual(expect.arrayContaining(failed));
  expect(notes).toHaveLength(45);
});

test('a terminal shows how far it is, the failures, and the summary', async () => {
  await fill('a.pdf', 'broken.pdf');
  const { statuses, notes } = await convert(['split', at('a.pdf'), at('broken.pdf'), '-o', at('out/')], {
    isInteractive: true,
  });
  expect(statuses).toContain('pdf/split ░░░░░░░░░░░░░░░░░░░░ 0/2');
  expect(statuses).toContain('pdf/split ██████████░░░░░░░░░░ 1/2');
  expect(statuses.at(-1)).toBeNull();
  expect(notes[0]).toMatch(/^\[2\/2\] failed: .*broken\.pdf: /);
  expect(notes[1]).toBe('2 files: 1 converted, 1 failed');
});

test('results keep the folders below the one that all files have in common', async () => {
  await fill('in/a/x.pdf', 'in/b/x.pdf', 'in/b/deep/y.pdf', 'in/.hidden/z.pdf', 'in/top.pdf');
  const expected = ['a/x-001.pdf', 'b/deep/y-001.pdf', 'b/x-001.pdf', 'top-001.pdf'];
  expect((await convert(['split', at('in/**'), '-o', at('one/')])).code).toBe(exitCodes.success);
  expect(await filesIn('one')).toEqual(expected);
  const named = ['in/a/x.pdf', 'in/b/x.pdf'].map(at);
  expect((await convert(['split', ...named, '-o', at('two/')])).code).toBe(exitCodes.success);
  expect(await filesIn('two')).toEqual(['a/x-001.pdf', 'b/x-001.pdf']);
  expect((await convert(['split', at('in/a'), at('in/b'), '-o', at('three/')])).code).toBe(exitCodes.success);
  expect(await filesIn('three')).toEqual(['a/x-001.pdf', 'b/x-001.pdf']);
});

test('files of another kind in a folder are left out and named; one with a wrong extension is not', async () => {
  await fill('in/a.pdf', 'in/scan');
  await writeFile(at('in/notes.txt'), 'no PDF');
  const { code, notes } = await convert(['split', at('in'), '-o', at('out/')]);
  expect(code).toBe(exitCodes.success);
  expect(notes).toContain('2 files: 2 converted, 0 failed, 1 left out');
  expect(notes.at(-1)).toBe(`left out, because pdf/split does not accept such files: ${at('in/notes.txt')}`);
  const none = await convert(['split', at('in/*.txt'), '-o', at('out/')]);
  expect([none.code, none.notes]).toEqual([
    exitCodes.usage,
    [expect.stringContaining('has no file that pdf/split accepts')],
  ]);
  const nothing = await convert(['split', at('in/*.tiff'), '-o', at('out/')]);
  expect(nothing.notes).toEqual([expect.stringContaining(`no file matches "${at('in/*.tiff')}"`)]);
});

test('results below the folder of the files are not converted again', async () => {
  await fill('in/a.pdf', 'in/out/old.pdf');
  expect((await convert(['split', at('in/**'), '-o', at('in/out/')])).notes).toContain('1 file: 1 converted, 0 failed');
});

test.each([
  [
    'two files and no folder',
    ['split', 'a.pdf', 'b.pdf', '-o', 'out.pdf'],
    '2 files become at least 2 results: give -o a folder',
  ],
  ['two files and a pipe', ['split', 'a.pdf', 'b.pdf', '-o', '-'], 'give -o a folder'],
  ['two results of one name', ['ocr', 'a.pdf', 'a.png', '-o', 'out/'], 'would have the same name'],
  [
    'a wrong option',
    ['to-image', 'a.pdf', 'b.pdf', '-o', 'out/', '--dpi', '7'],
    'platen: --dpi: must be a whole number',
  ],
  ['no jobs', ['split', 'a.pdf', 'b.pdf', '-o', 'out/', '--jobs', '0'], '--jobs takes a number of at least 1'],
  ['standard input among others', ['split', 'a.pdf', '-', '-o', 'out/'], 'standard input is converted alone'],
  ['a folder without files', ['split', 'empty', '-o', 'out/'], 'looks into its subfolders'],
])('%s: refused before work', async (_name, args, words) => {
  await fill('a.pdf', 'b.pdf', 'a.png');
  await mkdir(at('empty'));
  const { code, notes } = await convert(args.map((arg) => (/^(a|b|out|empty)\b/.test(arg) ? at(arg) : arg)));
  expect([code, notes]).toEqual([exitCodes.usage, [expect.stringContaining(words)]]);
  expect(await filesIn('.')).toEqual(['a.pdf', 'a.png', 'b.pdf']);
});

test('a folder for the results that cannot be used ends a batch before work', async () => {
  await fill('in/a.pdf', 'in/b.pdf', 'file');
  for (const target of [at('file/'), at('file/below/')]) {
    const { code, notes } = await convert(['split', at('in'), '-o', target]);
    expect([code, notes]).toEqual([exitCodes.unavailable, [expect.stringMatching(/file(\/below)? cannot be used/)]]);
  }
});

test('--json prints a line for each file, and the summary', async () => {
  await fill('in/a.pdf', 'in/broken.pdf');
  await writeFile(at('in/notes.txt'), 'no PDF');
  const { code, printed, notes } = await convert(['split', at('in'), '-o', at('out/'), '--json']);
  expect([code, notes]).toEqual([exitCodes.incomplete, []]);
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    { input: at('in/notes.txt'), status: 'left_out' },
    { input: at('in/a.pdf'), status: 'converted', outputs: [at('out/a-001.pdf')], warnings: [] },
    { input: at('in/broken.pdf'), status: 'failed', error: expect.objectContaining({ code: 'PROCESSING_FAILED' }) },
    { summary: { files: 2, converted: 1, failed: 1, leftOut: 1, notConverted: 0 } },
  ]);
});

test('results that are there fail their file alone, and are replaced on request', async () => {
  await fill('in/a.pdf', 'in/b.pdf', 'out/a-compressed.pdf');
  const args = ['compress', at('in'), '-o', at('out'), '--json'];
  const first = await convert(args);
  expect(first.code).toBe(exitCodes.incomplete);
  expect(first.printed.join('\n')).toContain('"RESULT_EXISTS"');
  expect(await readFile(at('out/a-compressed.pdf'))).toEqual(samplePdf('out/a-compressed.pdf'));
  expect(await filesIn('out')).toEqual(['a-compressed.pdf', 'b-compressed.pdf']);
  expect((await convert([...args, '--force'])).code).toBe(exitCodes.success);
});

test('not even --force replaces another file of the batch', async () => {
  await fill('in/a.pdf', 'in/a-compressed.pdf');
  const { code, notes } = await convert(['compress', at('in'), '-o', at('in'), '--force']);
  expect(code).toBe(exitCodes.incomplete);
  expect(notes.join('\n')).toContain(
    'a-compressed.pdf is the result of another file of this batch, and is not replaced',
  );
  expect(await readFile(at('in/a-compressed.pdf'))).toEqual(samplePdf('in/a-compressed.pdf'));
});

test('operations on several files take folders and patterns in natural order, as one', async () => {
  await fill('in/p10.pdf', 'in/p2.pdf', 'in/p1.pdf');
  expect((await convert(['merge', at('in/*.pdf'), '-o', at('out/')])).code).toBe(exitCodes.success);
  // Named after the first.
  expect(await filesIn('out')).toEqual(['p1-merged.pdf']);
});

test('--each makes a result for each file of an operation that takes one or several', async () => {
  await mkdir(at('in'));
  const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  for (const name of ['a.svg', 'b.svg']) await writeFile(at(`in/${name}`), dot);
  expect((await convert(['to-pdf', at('in'), '-o', at('one/')])).code).toBe(exitCodes.success);
  expect(await filesIn('one')).toEqual(['a.pdf']);
  expect((await convert(['to-pdf', at('in'), '--each', '-o', at('each/')])).code).toBe(exitCodes.success);
  expect(await filesIn('each')).toEqual(['a.pdf', 'b.pdf']);
});

test('a signal ends a batch, and says what was finished', async () => {
  await fill(...Array.from({ length: 6 }, (_, index) => `in/${index}.pdf`));
  const recording = createRecordingTerminal();
  const { notes } = recording;
  const terminal = {
    ...recording.terminal,
    note(line: string) {
      notes.push(line);
      if (line.startsWith('[2/6]')) process.emit('SIGHUP', 'SIGHUP');
    },
  };
  const code = await main(['convert', 'split', at('in'), '-o', at('out/'), '--jobs', '1'], terminal);
  expect(code).toBe(exitCodes.hungUp);
  expect(notes.slice(2)).toEqual(['platen: stopped', '6 files: 2 converted, 0 failed, 4 not converted']);
  expect(await filesIn('out')).toEqual(['0-001.pdf', '1-001.pdf']);
});

test('each file of a batch is opened by the first password that fits', async () => {
  await mkdir(at('in'));
  await cp(encrypted, at('in/one.pdf'));
  await cp(otherEncrypted, at('in/two.pdf'));
  await fill('in/open.pdf');
  await writeFile(at('passwords'), 'geheim\nsecret\n');
  const args = ['split', at('in'), '--every', '9', '-o', at('out/')];
  expect((await convert([...args, '--password-file', at('passwords')])).code).toBe(exitCodes.success);
  expect(await filesIn('out')).toHaveLength(3);
});

test('encrypted files of a batch come last, and a person is asked for each', async () => {
  await mkdir(at('in'));
  await cp(encrypted, at('in/a.pdf'));
  await fill('in/b.pdf');
  const args = ['split', at('in'), '--every', '9', '-o', at('out/')];
  const { code, questions, notes } = await convert(args, { isInteractive: true, secrets: ['wrong', 'secret'] });
  expect([code, questions]).toEqual([exitCodes.success, ['Password of a.pdf: ', 'Password of a.pdf: ']]);
  expect(notes).toContain('2 files: 2 converted, 0 failed');
  const unattended = await convert([...args, '--force']);
  expect(unattended.notes.join('\n')).toContain('in/a.pdf: ');
  expect(unattended.code).toBe(exitCodes.incomplete);
});
