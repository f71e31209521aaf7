import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from '../src/exit-code.ts';
import { main } from '../src/main.ts';
import { samplePdf } from '../src/service/sample-pdf.ts';
import { createRecordingTerminal } from './recording-terminal.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-inspect-'));
  await writeFile(join(folder, 'a.pdf'), samplePdf('Hello over there'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('writes one file with each page and what is understood of it', async () => {
  const { terminal, printed } = createRecordingTerminal();
  const code = await main(['inspect', join(folder, 'a.pdf'), '-o', join(folder, 'a.html')], terminal);
  expect(code).toBe(exitCodes.success);
  expect(printed).toEqual([expect.stringMatching(/^page 1: text, 595 × 842 pt, 3 words in 1 line,/)]);
  const html = await readFile(join(folder, 'a.html'), 'utf8');
  expect(html).toContain('data:image/png;base64,');
  expect(html).toContain('<svg');
});

test('draws what is understood over one page', async () => {
  const { terminal } = createRecordingTerminal();
  const picture = join(folder, 'a.png');
  const code = await main(['inspect', join(folder, 'a.pdf'), '--page', '1', '--overlay', picture], terminal);
  expect(code).toBe(exitCodes.success);
  expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
});

test('draws what is recognised on a page, and says which reading won how many words', async () => {
  const { terminal, printed } = createRecordingTerminal();
  const out = join(folder, 'ocr.html');
  expect(await main(['inspect', join(folder, 'a.pdf'), '--ocr', '-o', out], terminal)).toBe(exitCodes.success);
  expect(printed).toEqual([expect.stringMatching(/^page 1: \w+: \d+ letters, \d+ % sure, \d of 3 words/)]);
  const html = await readFile(out, 'utf8');
  expect(html).toMatch(/<polygon [^>]+><title>\S+ · (plain|cleaned) · \d+ %<\/title>/);
  expect(html).toContain('Dotted red: read, but left out as noise');
});

test('a language that is not installed is a usage error', async () => {
  const { terminal } = createRecordingTerminal();
  const args = ['inspect', join(folder, 'a.pdf'), '--ocr', '--language', 'xyz', '-o', join(folder, 'x.html')];
  expect(await main(args, terminal)).toBe(exitCodes.usage);
});

test.each([
  ['-o', 'there/it.html', exitCodes.success],
  ['--overlay', 'there/it.png', exitCodes.success],
  ['-o', 'there/', exitCodes.unavailable],
  ['-o', 'a.pdf/it.html', exitCodes.unavailable],
])('%s %s makes the folder, or says in a line why it cannot be written', async (flag, path, expected) => {
  await mkdir(join(folder, 'there'), { recursive: true });
  const { terminal, notes } = createRecordingTerminal();
  const args = ['inspect', join(folder, 'a.pdf'), '--page', '1', flag, join(folder, path)];
  expect(await main(args, terminal)).toBe(expected);
  expect(notes.join('\n')).toMatch(
    expected === exitCodes.success ? /^$/ : /^platen: \S.*(is a folder|file, not a folder)$/,
  );
});

test('a folder is no PDF to look into', async () => {
  const { terminal, notes } = createRecordingTerminal();
  expect(await main(['inspect', folder, '--json'], terminal)).toBe(exitCodes.usage);
  expect(notes).toEqual([]);
});

test.each([
  ['no file', ['-o', 'x.html']],
  ['no output', ['a.pdf']],
  ['a file that is not there', ['nothing.pdf', '-o', 'x.html']],
  ['bad pages', ['a.pdf', '-o', 'x.html', '--pages', '3-1']],
])('%s is a usage error', async (_name, args) => {
  const { terminal } = createRecordingTerminal();
  const inFolder = args.map((arg) => (/\.(pdf|html)$/.test(arg) ? join(folder, arg) : arg));
  expect(await main(['inspect', ...inFolder], terminal)).toBe(exitCodes.usage);
});

test('prints what is understood as JSON, and needs no file for it', async () => {
  const { terminal, printed } = createRecordingTerminal();
  expect(await main(['inspect', join(folder, 'a.pdf'), '--json'], terminal)).toBe(exitCodes.success);
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0] ?? '')).toMatchObject({
    pages: [{ number: 1, kind: 'text', widthPt: 595, lines: [{ text: 'Hello over there', angle: 0 }], tables: [] }],
  });
});

test.each([
  ['-o', '<!doctype html>'],
  ['--overlay', '\uFFFDPNG'],
])('%s - is standard output, and the lines for pages go beside it', async (flag, beginning) => {
  const { terminal, output, printed, notes } = createRecordingTerminal();
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await main(['inspect', join(folder, 'a.pdf'), '--page', '1', flag, '-'], terminal);
  expect(code).toBe(exitCodes.success);
  expect(Buffer.concat(chunks).toString().slice(0, beginning.length).toLowerCase()).toBe(beginning.toLowerCase());
  expect(printed).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^page 1: text/)]);
});

test.each([
  [['-o', '-', '--json'], 'standard output takes one result'],
  [['-o', '-', '--overlay', '-'], 'standard output takes one result'],
  [['-o', 'a.html', '--page', '1', '--pages', '2'], 'use --page or --pages, not both'],
  [['-o', 'a.html', '--language', 'eng'], '--language is for --ocr'],
])('%j is refused: one of the two would be lost', async (args, problem) => {
  const { terminal, printed, notes } = createRecordingTerminal();
  expect(await main(['inspect', join(folder, 'a.pdf'), ...args], terminal)).toBe(exitCodes.usage);
  expect([...printed, ...notes].join('')).toContain(problem);
});
