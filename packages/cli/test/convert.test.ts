import { execFileSync } from 'node:child_process';
import { link, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { standardOperations } from '@platen/standard';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { sizeChange } from '../src/size-change.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

let folder = '';
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-convert-'));
  await writeFile(at('one.pdf'), samplePdf('one'));
  await writeFile(at('two.pdf'), samplePdf('two'));
  await writeFile(at('broken.pdf'), '%PDF-1.7 and nothing else');
  await writeFile(at('text.txt'), 'no PDF');
  await mkdir(at('there'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function convert(args: readonly string[], isInteractive = false) {
  const { terminal, printed, notes, statuses } = createRecordingTerminal(isInteractive);
  const code = await main(['convert', ...args], terminal);
  return { code, printed, notes, statuses };
}

test('merges two files into the file named by -o, and is quiet in a pipe', async () => {
  const result = await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('out.pdf')]);
  expect(result).toEqual({ code: exitCodes.success, printed: [], notes: [], statuses: [] });
  expect((await readFile(at('out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a file that is there is replaced on request alone, at once and whole, and stays when the conversion fails', async () => {
  await mkdir(at('replaced'));
  await writeFile(at('replaced/out.pdf'), 'old');
  const before = await open(at('replaced/out.pdf'));
  onTestFinished(() => before.close());
  const failed = await convert(['pdf/merge', at('one.pdf'), at('broken.pdf'), '-o', at('replaced/out.pdf'), '-f']);
  expect(failed.code).toBe(exitCodes.conversion);
  expect(await readFile(at('replaced/out.pdf'), 'utf8')).toBe('old');
  const merge = ['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('replaced/out.pdf')];
  const refused = await convert(merge);
  expect(refused.notes).toEqual([expect.stringContaining('replaced/out.pdf exists: --force replaces it')]);
  expect(refused.code).toBe(exitCodes.usage);
  expect(await readFile(at('replaced/out.pdf'), 'utf8')).toBe('old');
  expect((await convert([...merge, '--force'])).code).toBe(0);
  expect((await readFile(at('replaced/out.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  // Who had it open still reads what it was: nothing was written into it.
  expect(await before.readFile('utf8')).toBe('old');
  expect(await readdir(at('replaced'))).toEqual(['out.pdf']);
});

test('takes as many files as it is given', async () => {
  const files = Array.from({ length: 25 }, () => at('one.pdf'));
  expect((await convert(['pdf/merge', ...files, '-o', at('many.pdf')])).code).toBe(exitCodes.success);
});

test('reads from a pipe and writes to one', async () => {
  const input = Readable.from([samplePdf('piped')]);
  const { terminal, output, notes } = createRecordingTerminal(false, false, input);
  expect(await main(['convert', 'pdf/merge', at('one.pdf'), '-', '-o', '-'], terminal)).toBe(exitCodes.success);
  expect(output.read().subarray(0, 5).toString()).toBe('%PDF-');
  expect(notes).toEqual([]);
});

test('a reader that has enough is no error', async () => {
  const { terminal, output, notes } = createRecordingTerminal();
  output._write = (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(await main(['convert', 'pdf/split', at('one.pdf'), '-o', '-'], terminal)).toBe(exitCodes.success);
  expect(notes).toEqual([]);
});

test('a pipe is read once, holds one file, and no JSON beside it', async () => {
  await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('pair.pdf')]);
  for (const args of [
    ['pdf/merge', '-', '-', '-o', at('no.pdf')],
    ['pdf/to-image', at('pair.pdf'), '-o', '-', '--dpi', '50'],
    ['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', '-', '--json'],
  ]) {
    expect((await convert(args)).code).toBe(exitCodes.usage);
  }
});

test('compressing tells the bytes before and after', async () => {
  const { notes } = await convert(['pdf/compress', at('one.pdf'), '-o', at('small.pdf')]);
  const [before, after] = await Promise.all(
    [at('one.pdf'), at('small.pdf')].map(async (path) => (await stat(path)).size),
  );
  expect(notes).toEqual([sizeChange(before ?? 0, after ?? 0)]);
  expect(sizeChange(21_488, 18_727)).toBe('21,488 bytes before, 18,727 after (-12.8 %)');
});

test('compressing a file in place tells the bytes it had', async () => {
  const wordy = Buffer.concat([samplePdf('one'), Buffer.from(`\n% ${'x'.repeat(5_000)}`)]);
  await writeFile(at('in-place.pdf'), wordy);
  const refused = await convert(['pdf/compress', at('in-place.pdf'), '-o', at('in-place.pdf')]);
  expect(refused.notes).toEqual([expect.stringContaining('in-place.pdf is the file to convert: --force replaces it')]);
  const { notes } = await convert(['pdf/compress', at('in-place.pdf'), '-o', at('in-place.pdf'), '--force']);
  const after = (await stat(at('in-place.pdf'))).size;
  expect(after).toBeLessThan(wordy.byteLength);
  expect(notes).toEqual([sizeChange(wordy.byteLength, after)]);
});

test.skipIf(process.platform === 'win32')('the file that a link leads to is replaced, not the link', async () => {
  await mkdir(at('elsewhere'));
  await writeFile(at('elsewhere/real.pdf'), 'old');
  await symlink(at('elsewhere/real.pdf'), at('link.pdf'));
  expect((await convert(['pdf/split', at('one.pdf'), '-o', at('link.pdf')])).code).toBe(exitCodes.usage);
  expect((await convert(['pdf/split', at('one.pdf'), '-o', at('link.pdf'), '-f'])).code).toBe(exitCodes.success);
  expect((await lstat(at('link.pdf'))).isSymbolicLink()).toBe(true);
  expect((await readFile(at('elsewhere/real.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a name may be as long as the file system has them, and one too long is named', async () => {
  const name = `${'n'.repeat(250)}.pdf`;
  expect((await convert(['pdf/split', at('one.pdf'), '-o', at(name)])).code).toBe(exitCodes.success);
  const { code, notes } = await convert(['pdf/split', at('one.pdf'), '-o', at(`${name}.pdf`)]);
  expect(code).toBe(exitCodes.unavailable);
  expect(notes).toEqual([`platen: ${at(`${name}.pdf`)} cannot be written: its name is too long`]);
});

test('writes into a folder when -o ends in a slash or is one', async () => {
  await convert(['pdf/to-image', at('one.pdf'), '-o', `${at('new')}/`, '--dpi', '50', '--format', 'jpg']);
  await convert(['pdf/to-image', at('one.pdf'), '-o', at('there'), '--dpi', '50', '--format', 'jpg']);
  expect(await readdir(at('new'))).toEqual(await readdir(at('there')));
  expect(await readdir(at('new'))).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')('an input is not replaced by way of a link of either kind', async () => {
  await writeFile(at('linked.pdf'), samplePdf('linked'));
  await symlink(at('linked.pdf'), at('soft.pdf'));
  await link(at('linked.pdf'), at('hard.pdf'));
  for (const name of ['soft.pdf', 'hard.pdf']) {
    const { code, notes } = await convert(['pdf/compress', at('linked.pdf'), '-o', at(name)]);
    expect([code, notes]).toEqual([exitCodes.usage, [expect.stringContaining(`${name} is the file to convert`)]]);
  }
  expect(await readFile(at('linked.pdf'))).toEqual(samplePdf('linked'));
});

test.each([
  ['page.jpg', [], 'ffd8ff'],
  ['page.JPEG', [], 'ffd8ff'],
  ['page.webp', [], '524946'],
  ['explicit.jpeg', ['--format', 'jpg'], 'ffd8ff'],
  ['page.part', ['--format', 'jpg'], 'ffd8ff'],
  ['page.png', [], '89504e'],
])('a result named %s with %j is of the format that its name says', async (name, options, magic) => {
  const { code, notes } = await convert(['pdf/to-image', at('one.pdf'), '-o', at(name), '--dpi', '50', ...options]);
  expect([code, notes]).toEqual([exitCodes.success, []]);
  expect((await readFile(at(name))).subarray(0, 3).toString('hex')).toBe(magic);
});

test.each([
  [['pdf/to-word', 'one.pdf', '-o', 'no.pdf'], 'pdf/to-word makes docx, not pdf: -o no.pdf'],
  [['pdf/to-image', 'one.pdf', '-o', 'no.gif'], 'pdf/to-image makes png, jpg, webp or tiff, not gif: -o no.gif'],
  [['ocr', 'one.pdf', '-o', 'no.rtf'], 'ocr makes pdf, txt, docx, hocr or json, not rtf: -o no.rtf'],
  [
    ['pdf/to-image', 'one.pdf', '-o', 'no.jpg', '--format', 'png'],
    '--format png and -o no.jpg ask for two formats: leave one out',
  ],
])('%j is refused before work', async (args, line) => {
  const { code, notes } = await convert(args.map((arg) => (/^(one|no)\./.test(arg) ? at(arg) : arg)));
  expect([code, notes]).toEqual([exitCodes.usage, [`platen: ${line} (see platen convert --help)`]]);
  expect((await readdir(folder)).filter((name) => name.startsWith('no.'))).toEqual([]);
});

test('binary is not written to a terminal unless it is forced', async () => {
  const { terminal, output, notes } = createRecordingTerminal(false, true);
  expect(await main(['convert', 'pdf/split', at('one.pdf'), '-o', '-'], terminal)).toBe(exitCodes.usage);
  expect(notes).toEqual([expect.stringContaining('the pdf would be written to this terminal')]);
  expect(output.read()).toBeNull();
  expect(await main(['convert', 'pdf/split', at('one.pdf'), '-o', '-', '--force'], terminal)).toBe(exitCodes.success);
  expect(output.read().subarray(0, 5).toString()).toBe('%PDF-');
});

test('the last part of the name of an operation will do', async () => {
  expect((await convert(['to-word', at('one.pdf'), '-o', at('short.docx')])).code).toBe(exitCodes.success);
  const misspelt = await convert(['to-wrod', at('one.pdf'), '-o', at('x')]);
  expect(misspelt.notes[0]).toContain('did you mean "to-word"?');
  const without = await convert([at('one.pdf'), '-o', at('x')]);
  expect(without.notes[0]).toContain(`the operation comes before "${at('one.pdf')}"`);
  const ofAnotherHost = await convert(['acme/stamp', at('one.pdf'), '-o', at('x')]);
  expect(ofAnotherHost.notes[0]).toContain('there is no operation "acme/stamp". The operations are pdf/to-word');
  const help = await convert(['--help', 'pdf/split']);
  expect(help.printed).toEqual((await convert(['split', '--help'])).printed);
});

test('a language that is not installed names the command that adds it', async () => {
  const { code, notes } = await convert(['ocr', at('one.pdf'), '-o', at('x'), '--language', 'eng+xyz']);
  expect([code, notes]).toEqual([exitCodes.usage, [expect.stringContaining('platen languages add xyz')]]);
});

test('of several files, the one that an error is about is named', async () => {
  const { notes } = await convert(['pdf/merge', at('one.pdf'), at('broken.pdf'), '-o', at('never.pdf')]);
  expect(notes).toEqual([expect.stringMatching(/^platen: broken\.pdf: .*\(PROCESSING_FAILED\)$/)]);
});

test('several results need a folder, and leave no half of them', async () => {
  await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('both.pdf')]);
  const { code, notes } = await convert(['pdf/to-image', at('both.pdf'), '-o', at('several.png'), '--dpi', '50']);
  expect(code).toBe(exitCodes.usage);
  expect(notes[0]).toContain('2 files or more come out: give -o a folder');
  expect(await readdir(folder)).not.toContain('several.png');
});

test('draws progress on a terminal and says what it wrote', async () => {
  const { statuses, notes } = await convert(['pdf/to-image', at('one.pdf'), '-o', at('p.png'), '--dpi', '50'], true);
  expect(statuses.at(-1)).toBeNull();
  expect(notes.join('')).toMatch(/^wrote .*p\.png$/);
});

test.each([
  ['an unknown operation', ['pdf/nope', 'one.pdf', '-o', 'x'], exitCodes.usage],
  ['no input', ['pdf/merge', '-o', 'x'], exitCodes.usage],
  ['no output', ['pdf/merge', 'one.pdf', 'two.pdf'], exitCodes.usage],
  ['too few files', ['pdf/merge', 'one.pdf', '-o', 'x'], exitCodes.usage],
  ['a bad option', ['pdf/to-image', 'one.pdf', '-o', 'x', '--dpi', '7'], exitCodes.usage],
  ['a file that is not there', ['pdf/to-image', 'nothing.pdf', '-o', 'x'], exitCodes.usage],
  ['another kind of file', ['pdf/to-image', 'text.txt', '-o', 'x'], exitCodes.usage],
  ['a damaged file', ['pdf/to-image', 'broken.pdf', '-o', 'x'], exitCodes.conversion],
])('%s: its exit code, words, and no output', async (_name, args, expected) => {
  const { code, notes } = await convert(args.map((arg) => (/\.(pdf|txt)$|^x$/.test(arg) ? at(arg) : arg)));
  expect(code).toBe(expected);
  expect(notes[0]).toMatch(/^platen: /);
  expect(notes.join('\n')).not.toMatch(/\n\s+at /);
  expect(await readdir(folder)).not.toContain('x');
});

test.skipIf(process.platform !== 'linux')(
  'a folder that cannot be made is one line, where it used to hang',
  async () => {
    const { code, notes } = await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', '/proc/x/y.pdf']);
    expect(code).toBe(exitCodes.unavailable);
    expect(notes).toEqual(['platen: the folder /proc/x cannot be used: it cannot be created there']);
  },
);

test('a file in the way of the folder is one line', async () => {
  const { code, notes } = await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('text.txt/y.pdf')]);
  expect(code).toBe(exitCodes.unavailable);
  expect(notes).toEqual([expect.stringContaining('it is a file, not a folder')]);
});

test.skipIf(process.platform === 'win32')('a device is written to, not replaced by a file', async () => {
  const pipe = at('pipe');
  execFileSync('mkfifo', [pipe]);
  const reading = readFile(pipe);
  expect(await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', pipe])).toMatchObject({ code: 0, notes: [] });
  expect((await reading).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await lstat(pipe)).isFIFO()).toBe(true);
});

test('a file that is read-only is not replaced', async () => {
  await writeFile(at('kept.pdf'), 'kept', { mode: 0o444 });
  const { code, notes } = await convert(['pdf/merge', at('one.pdf'), at('two.pdf'), '-o', at('kept.pdf'), '-f']);
  expect(code).toBe(exitCodes.unavailable);
  expect(notes).toEqual([`platen: ${at('kept.pdf')} cannot be written: it is read-only`]);
  expect(await readFile(at('kept.pdf'), 'utf8')).toBe('kept');
});

test('help lists the operations, and the options of each', async () => {
  expect((await convert(['--help'])).printed.join('\n')).toContain('pdf/merge');
  expect((await convert(['pdf/to-image', '--help'])).printed.join('\n')).toContain('--dpi <24–600>');
});

test.each([...standardOperations])('$name: its help shows every option once', async ({ name, options, files }) => {
  const { printed } = await convert([name, '--help']);
  const schema = options['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
  const shown = [...printed.join('\n').matchAll(/^ {2}--(?:\[no-\])?([a-z-]+)/gm)].map(([, flag]) => flag);
  const flags = Object.keys(schema.properties ?? {}).map((property) =>
    property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  const own = ['from', 'jobs', 'json', 'key', 'server', 'webhook-url'];
  if (flags.includes('password')) own.push('password-file');
  if (files.min === 1 && files.max === null) own.push('each');
  expect(shown.toSorted()).toEqual([...flags, ...own].toSorted());
});

test.skipIf(process.platform === 'win32')('a temporary folder that cannot be used is named', async () => {
  const { TMPDIR } = process.env;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  // Node's own recursive mkdir never ends in /proc.
  for (const folder of [at('one.pdf/below'), ...(process.platform === 'linux' ? ['/proc'] : [])]) {
    process.env.TMPDIR = folder;
    for (const input of [at('one.pdf'), '-']) {
      const { code, notes } = await convert(['pdf/compress', input, '-o', at('never.pdf')]);
      expect([code, notes]).toEqual([exitCodes.unavailable, [expect.stringContaining(folder)]]);
    }
  }
});
