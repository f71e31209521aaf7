import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PDFDocument, PDFName, type PDFPage, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPages, drawTable, setProse, type TestFonts, taskOf, write } from '../../pdf-to-word/test/docx.ts';
import { convertToMarkdown } from '../src/convert-to-markdown.ts';
import type { ResolvedPdfToMarkdownOptions } from '../src/operation.ts';

type Draw = (page: PDFPage, fonts: TestFonts) => void;

async function convert(bytes: Uint8Array, options: Partial<ResolvedPdfToMarkdownOptions> = {}) {
  const warnings: string[] = [];
  const task = await taskOf(bytes);
  const outputs = await convertToMarkdown(
    { ...task, options: { ...task.options, images: 'files', pageMarks: false, ...options } },
    { progress: () => {}, warn: (code) => void warnings.push(code) },
  );
  return { markdown: readFileSync(outputs[0]?.path ?? '', 'utf8'), outputs, warnings };
}

const words = 'The quick brown fox jumps over the lazy dog and runs on to the river where the others wait. ';
const prose: Draw = (page, { regular }) => void setProse(page, regular, words.repeat(6).trim(), 50, 60, 300);

test('headings, paragraphs, lists and tables', async () => {
  const bytes = await drawPages([
    (page, { regular, bold }) => {
      write(page, bold, 16, 50, 60, 'Annual report');
      setProse(page, regular, words.repeat(3).trim(), 50, 90, 300);
      for (const [index, text] of ['First of all', 'Second of all'].entries()) {
        write(page, regular, 10, 50, 180 + 14 * index, `${index + 1}.`);
        write(page, regular, 10, 68, 180 + 14 * index, text);
      }
      drawTable(page, 50, 240);
      const cells = ['City', 'People', 'Bern', '140 000', 'A|B', '3 000'];
      for (const [index, text] of cells.entries()) {
        write(page, regular, 10, 54 + 60 * (index % 2), 254 + 20 * Math.floor(index / 2), text);
      }
    },
  ]);
  const { markdown, outputs } = await convert(bytes);
  expect(outputs.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([['report.md', 'text/markdown']]);
  expect(markdown).toMatch(/^# Annual report\n\nThe quick/);
  expect(markdown).toContain('\n1. First of all\n2. Second of all\n');
  expect(markdown).toContain('\n| City | People |\n| --- | --- |\n| Bern | 140 000 |\n| A\\|B | 3 000 |\n');
});

test('a program with aligned comments is one, not a table', async () => {
  const program = [
    'const options = {',
    '  count: 2,',
    '}',
    'name(options)      // Ten.Wet.Files',
    'poolSize(options)  // 60,000',
    'least(options)     // 20',
  ];
  const bytes = await drawPages([
    (page, { regular }) => {
      const mono = page.doc.embedStandardFont(StandardFonts.Courier);
      setProse(page, regular, words.repeat(6).trim(), 50, 60, 300);
      for (const [index, line] of program.entries()) write(page, mono, 9, 50, 180 + 11 * index, line);
    },
  ]);
  const { markdown } = await convert(bytes);
  expect(markdown).not.toContain('| ---');
  expect(markdown).toMatch(/```[\s\S]*name\(options\)\s+\/\/ Ten\.Wet\.Files\n[\s\S]*```/);
});

test('page marks say where pages begin', async () => {
  const bytes = await drawPages([prose, prose]);
  const { markdown } = await convert(bytes, { pageMarks: true });
  expect(markdown.match(/<!-- page \d -->/g)).toEqual(['<!-- page 1 -->', '<!-- page 2 -->']);
  expect((await convert(bytes)).markdown).not.toContain('<!--');
});

test('pictures are files beside the text, and left out on request', async () => {
  const png = sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } }).png();
  const document = await PDFDocument.load(await drawPages([prose]));
  const picture = await document.embedPng(await png.toBuffer());
  document.getPage(0).drawImage(picture, { x: 100, y: 60, width: 160, height: 120 });
  const bytes = await document.save();
  const { outputs, markdown } = await convert(bytes);
  const name = /!\[[^\]]*\]\(([^)]+)\)/.exec(markdown)?.[1] ?? '';
  expect(outputs.map(({ fileName }) => fileName)).toEqual(['report.md', name]);
  const path = join(dirname(outputs[0]?.path ?? ''), basename(name));
  expect(await sharp(path).metadata()).toMatchObject({ width: 80, height: 60 });
  const without = await convert(bytes, { images: 'none' });
  expect(without.outputs).toHaveLength(1);
  expect(without.markdown).not.toContain('![');
});

test('headers and footers of several pages are left out with a warning', async () => {
  const bytes = await drawPages(
    [1, 2, 3].map((number): Draw => {
      return (page, fonts) => {
        prose(page, fonts);
        write(page, fonts.regular, 8, 50, 20, 'Yearly figures');
        write(page, fonts.regular, 8, 180, 480, `Page ${number}`);
      };
    }),
  );
  const { markdown, warnings } = await convert(bytes);
  expect(markdown).not.toContain('Yearly figures');
  expect(warnings).toEqual(['RUNNING_LINES_LEFT_OUT']);
});

test('a page too large to be drawn keeps its text, with a warning', async () => {
  const bytes = await drawPages([
    (page, fonts) => {
      prose(page, fonts);
      const { context } = page.doc;
      page.node.set(PDFName.of('UserUnit'), context.obj(100_000));
      const curves = '5 5 m 100 100 40 300 200 90 c f 100 100 m 40 300 200 90 100 50 c f';
      page.node.addContentStream(context.register(context.flateStream(curves)));
    },
  ]);
  const { markdown, warnings } = await convert(bytes);
  expect(markdown).toContain('The quick brown fox');
  expect(warnings).toContain('PAGE_NOT_DRAWN');
});
