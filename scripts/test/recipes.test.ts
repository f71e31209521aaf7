import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { main } from '../../packages/cli/src/main.ts';
import { createRecordingTerminal } from '../../packages/cli/test/recording-terminal.ts';
import { codeBlocks } from '../documents/code-blocks.ts';

// What a recipe says is done: each line for the command line, and each program that needs nothing else. It takes a minute of
// processor time, most of it for reading scans.

const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = globSync('docs/recipes/*.md', { cwd: root }).toSorted().flatMap(codeBlocks);
const folder = mkdtempSync(join(tmpdir(), 'platen-recipes-'));
const before = process.cwd();

beforeAll(async () => {
  symlinkSync(inject('builtPackages'), join(folder, 'node_modules'), 'junction');
  process.chdir(folder);
  const report = await pdfOf('Report', 8);
  writeFileSync('report.pdf', report);
  for (const name of ['offer', 'terms', 'fronts', 'backs']) writeFileSync(`${name}.pdf`, await pdfOf(name, 2));
  mkdirSync('in/2026', { recursive: true });
  for (const name of ['in/a.pdf', 'in/2026/b.pdf']) writeFileSync(name, report);
  copyFileSync(join(root, 'packages/pdf-kit/test/fixtures/encrypted-aes256.pdf'), 'locked.pdf');
  writeFileSync('passwords.txt', 'secret\nopen\n');
  await convert('to-image offer.pdf -o photo-1.jpg --pages 1 --format jpg --dpi 100');
  await convert('to-image terms.pdf -o photo-2.jpg --pages 1 --format jpg --dpi 100');
  await convert('image/to-pdf photo-1.jpg -o scan.pdf --page-size a4');
});

afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

const lines = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ document, section, code }) =>
    [...code.matchAll(/^npx platen convert (.+)$/gm)].map(([, line = '']) => ({ document, section, line })),
  );

test.each(lines)('$document, $section: $line', async ({ line }) => {
  await convert(line);
});

const programs = blocks.filter(({ language, code, given }) => {
  return language === 'js' && given.length === 0 && code.startsWith('import');
});

test.each(programs)('$document, $section: the program runs', async ({ code, line }) => {
  const file = join(folder, `program-${line}.mjs`);
  writeFileSync(file, code);
  await promisify(execFile)(process.execPath, [file], { cwd: folder });
});

test('recipes are of both kinds', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(programs.length).toBeGreaterThan(2);
});

async function convert(line: string): Promise<void> {
  const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const { terminal, notes } = createRecordingTerminal();
  const out = args[args.indexOf('-o') + 1] ?? '';
  expect(await main(['convert', ...args, '--force'], terminal), notes.join('\n')).toBe(0);
  expect(globSync(out.endsWith('/') ? `${out}**/*.*` : out), `${line} writes ${out}`).not.toEqual([]);
}

/** Pages with a line of text and a table. */
async function pdfOf(name: string, pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont('Helvetica');
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([595, 842]);
    page.drawText(`${name}, page ${number}`, { x: 72, y: 740, size: 24, font });
    const rows = [
      ['Item', 'Count'],
      ['Paper', '12'],
      ['Pencils', '340'],
      ['Ink', '7'],
    ];
    for (const [index, [item = '', count = '']] of rows.entries()) {
      page.drawText(item, { x: 72, y: 660 - index * 24, size: 12, font });
      page.drawText(count, { x: 240, y: 660 - index * 24, size: 12, font });
    }
  }
  return document.save();
}
