import type { PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, type TestFonts, write } from './docx.ts';

const prose =
  'A line of prose ends where the next word would not have fitted, and so the words of this paragraph run on from one line to the next until the author had nothing more to say about it.';

/** A page of headings, each with a paragraph below: the number, where its text begins, the text. */
function headings(...lines: readonly (readonly [string, number, string])[]) {
  return (page: PDFPage, { regular, bold }: TestFonts) => {
    let y = 60;
    for (const [number, x, text] of lines) {
      write(page, bold, 16, 50, y, number);
      write(page, bold, 16, x, y, text);
      y = setProse(page, regular, prose, 50, y + 20, 300) + 24;
    }
  };
}

test('numbers of headings are counted by one list of several levels', async () => {
  const { paragraphs, parts } = await convertDrawn([
    headings(['1.', 90, 'Purpose'], ['1.1', 90, 'Scope'], ['1.2', 90, 'Terms'], ['2.', 90, 'Method']),
  ]);
  const numbered = paragraphs.filter(({ heading }) => heading > 0);
  expect(numbered.map(({ text }) => text)).toEqual(['Purpose', 'Scope', 'Terms', 'Method']);
  expect(numbered.map(({ list }) => list)).toEqual(['1/0', '1/1', '1/1', '1/0']);
  const labels = [...(parts.get('word/numbering.xml') ?? '').matchAll(/w:lvlText w:val="([^"]*)"/g)];
  expect(labels.map(([, label]) => label)).toEqual(['%1.', '%1.%2']);
});

test('a number that leaves some out begins a list that starts with it', async () => {
  const { paragraphs, parts } = await convertDrawn([
    headings(['3.2', 90, 'Scope'], ['3.3', 90, 'Terms'], ['3.7', 90, 'Method'], ['3.8', 90, 'Results']),
  ]);
  const lists = paragraphs.filter(({ heading }) => heading > 0).map(({ list }) => list);
  expect(lists).toEqual(['1/1', '1/1', '2/1', '2/1']);
  const starts = [...(parts.get('word/numbering.xml') ?? '').matchAll(/<w:start w:val="(\d+)"/g)];
  expect(starts.map(([, start]) => start)).toEqual(['3', '2', '3', '7']);
});

test('a number that no other goes with, and one with a word space after it, stay text', async () => {
  const { paragraphs } = await convertDrawn([
    headings(['12', 90, 'Monkeys'], ['1.1', 73, 'Typed'], ['1.2', 73, 'By hand']),
  ]);
  const texts = paragraphs.filter(({ heading }) => heading > 0).map(({ text, list }) => [text, list]);
  expect(texts.map(([, list]) => list)).toEqual([null, null, null]);
  expect(texts[1]?.[0]).toBe('1.1 Typed');
});

test('a number that all but touches its heading was set by a list', async () => {
  const { paragraphs } = await convertDrawn([headings(['1.', 63, 'Purpose'], ['2.', 63, 'Method'])]);
  const numbered = paragraphs.filter(({ heading }) => heading > 0);
  expect(numbered.map(({ text, list }) => [text, list])).toEqual([
    ['Purpose', '1/0'],
    ['Method', '1/0'],
  ]);
});
