import type { Glyph, Line, Rule, TextStyle, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { readingOrder } from '../src/analysis/layout/reading-order.ts';
import { sharedGutters } from '../src/analysis/layout/shared-gutters.ts';
import { fragmentOf } from '../src/analysis/text/fragments.ts';
import type { Fragment, Item } from '../src/analysis/types.ts';

const style = { sizePt: 10, font: { name: 'Arial' } } as TextStyle;

function lineAt(x0: number, x1: number, row: number): Fragment {
  const baseline = 100 + 12 * row;
  const box = { x0, y0: baseline - 8, x1, y1: baseline + 2 };
  const text = 'some words of prose that run on over the line';
  const texts = text.split(' ');
  const widthPt = (x1 - x0) / texts.length;
  const words = texts.map((own, index) => {
    const ownBox = { ...box, x0: x0 + index * widthPt, x1: x0 + (index + 1) * widthPt };
    const glyphs = [{ text: own, box: ownBox, style } as Glyph];
    return { text: own, box: ownBox, style, script: 'normal', glyphs } as unknown as Word;
  });
  const line = { text, box, words, baseline, style, angle: 0, direction: 'ltr', order: 0 } as unknown as Line;
  return fragmentOf(line, words);
}

const rows = Array.from({ length: 16 }, (_, row) => row);
const frame = { x0: 80, x1: 520, marginX1: 520, gutters: [] };

test('a column whose lower half is a list stays one column', () => {
  const left = rows.map((row) => lineAt(80, 290, row));
  const right = rows.map((row) => lineAt(row < 8 ? 300 : 322, 520, row));
  const bands = readingOrder([...left, ...right], frame);
  expect(bands.map(({ columns }) => columns.length)).toEqual([2]);
});

test('a line across the gutter parts the columns above from those below', () => {
  const columnsAt = (from: number) =>
    rows.flatMap((row) => [lineAt(80, 290, from + row), lineAt(300, 520, from + row)]);
  const bands = readingOrder([...columnsAt(0), lineAt(80, 520, 17), ...columnsAt(19)], frame);
  expect(bands.map(({ columns }) => columns.length)).toEqual([2, 1, 2]);
});

test('a row centred over two columns is above them, though its gap is where the gutter is', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 1), lineAt(300, 520, row + 1)]);
  const authors = [lineAt(200, 288, 0), lineAt(322, 400, 0)];
  const bands = readingOrder([...authors, ...columns], frame);
  expect(bands.map(({ columns: found }) => found.length)).toEqual([1, 2]);
});

test('the last line of a paragraph and a heading above balanced columns are above them', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 7), lineAt(300, 520, row + 6)]);
  const above = [lineAt(80, 520, 0), lineAt(80, 200, 1), lineAt(80, 180, 4)];
  const bands = readingOrder([...above, ...columns], frame);
  expect(bands.map(({ columns: found }) => found.length)).toEqual([1, 2]);
  expect(bands[0]?.columns[0]?.stretches[0]?.items).toHaveLength(3);
});

test('small notes in a wide margin are set apart, each by itself; a column that is full of text is not', () => {
  const small = { ...style, sizePt: 8 };
  const noteAt = (row: number): Fragment => ({ ...lineAt(420, 520, row), style: small });
  const text = rows.map((row) => lineAt(80, 400, row));
  const [band] = readingOrder([...text, ...[1, 2, 6, 7, 12].map(noteAt)], frame);
  expect(band?.columns.map(({ asides }) => asides.map(({ items }) => items.length))).toEqual([[2, 2, 1]]);
  expect(readingOrder([...text, ...rows.map(noteAt)], frame)[0]?.columns.length).toBe(2);
});

test('authors with addresses in several rows are columns of their own, above those of the text', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 2), lineAt(300, 520, row + 2)]);
  const authors = [130, 360].map((x0) => [0, 1].map((row) => lineAt(x0, x0 + 110, row)));
  const bands = readingOrder([...authors.flat(), ...columns], frame);
  expect(bands.map(({ columns: found }) => found.length)).toEqual([2, 2]);
  expect(bands[0]?.columns.map(({ stretches }) => stretches[0]?.items)).toEqual(authors);
});

test('first lines of columns that are indented belong to these', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 1), lineAt(300, 520, row + 1)]);
  const bands = readingOrder([lineAt(92, 290, 0), lineAt(312, 520, 0), ...columns], frame);
  expect(bands.map(({ columns: found }) => found.length)).toEqual([2]);
});

test('a list in a side panel is a column beside the text: its bullets are labels of its own lines', () => {
  const pieceAt = (text: string, x0: number, x1: number, row: number) => {
    const { line, words, box } = lineAt(x0, x1, row);
    return fragmentOf(line, [{ ...words[0], text, box } as Word]);
  };
  const panel = rows.flatMap((row) => [pieceAt('•', 60, 64, row), pieceAt('Versioning', 80, 150, row)]);
  const text = rows.map((row) => lineAt(200, 520, row));
  const bands = readingOrder([...panel, ...text], frame);
  expect(bands.map(({ columns }) => columns.length)).toEqual([2]);
});

test('columns of centred prose, which share no edge, are separated by the strip between them', () => {
  const centred = (middle: number) => rows.map((row) => lineAt(middle - 90 + 3 * row, middle + 90 - 3 * row, row));
  const bands = readingOrder([...centred(180), ...centred(420)], frame);
  expect(bands.map(({ columns }) => columns.length)).toEqual([2]);
});

test('a tall picture beside text is set apart from it, but fills a column of its own where all are equally wide', () => {
  const figureAt = (x0: number, x1: number) =>
    ({ kind: 'figure', behindText: false, texts: [], box: { x0, y0: 90, x1, y1: 300 } }) as unknown as Item;
  const textFrom = (x0: number) => rows.map((row) => lineAt(x0, 520, row));
  const columnsOf = (items: readonly Item[]) => readingOrder(items, frame).flatMap(({ columns }) => columns);
  const [beside] = columnsOf([figureAt(80, 180), ...textFrom(200)]);
  expect(beside?.asides.map(({ items }) => items.map(({ kind }) => kind))).toEqual([['figure']]);
  expect(columnsOf([figureAt(80, 290), ...textFrom(302)])).toHaveLength(2);
});

test('short lines on a page are in the columns that running text on other pages shows', () => {
  const shortAt = (x0: number) => rows.slice(0, 9).map((row) => lineAt(x0, x0 + 90 + (row === 8 ? 100 : 0), row));
  const page = [...shortAt(80), ...shortAt(300)];
  expect(readingOrder(page, frame).map(({ columns }) => columns.length)).toEqual([1]);
  const prose = rows.flatMap((row) => [lineAt(80, 290, row), lineAt(300, 520, row)]).map(({ line }) => line);
  const gutters = sharedGutters([prose, page.map(({ line }) => line)]);
  expect(gutters).toEqual([{ x0: 290, x1: 300 }]);
  expect(readingOrder(page, { ...frame, gutters }).map(({ columns }) => columns.length)).toEqual([2]);
});

test('labels and their values show no gutter to other pages', () => {
  const labelled = rows.flatMap((row) => {
    const { line } = lineAt(80, 140, row);
    return [{ ...line, words: line.words.slice(0, 2) }, lineAt(160, 520, row).line];
  });
  expect(sharedGutters([labelled])).toEqual([]);
});

function tableAt(x0: number, x1: number, fromRow: number, toRow: number): Item {
  return { kind: 'table', box: { x0, y0: 92 + 12 * fromRow, x1, y1: 102 + 12 * toRow } } as unknown as Item;
}

test('a column of prose and large tables beside one as wide is read after it', () => {
  const left = rows.map((row) => lineAt(80, 290, row));
  const right = [lineAt(305, 515, 0), lineAt(305, 515, 1), tableAt(305, 515, 3, 13), lineAt(305, 515, 15)];
  const [band] = readingOrder([...right, ...left], frame);
  expect(band?.columns.map(({ stretches }) => stretches.flatMap(({ items }) => items).length)).toEqual([16, 4]);
  // Tables alone are set beside the text.
  const [beside] = readingOrder([tableAt(305, 515, 0, 13), ...left], frame);
  expect(beside?.columns.map(({ asides }) => asides.length)).toEqual([1]);
});

test('a banner above columns and a row of cards below them are parts of the page for themselves', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 2), lineAt(300, 520, row + 2)]);
  const banner = [lineAt(90, 200, 0)];
  const cards = [lineAt(90, 160, 20), lineAt(310, 400, 20), lineAt(90, 160, 21), lineAt(310, 400, 21)];
  const panels = [
    { x0: 80, y0: 88, x1: 520, y1: 106 },
    { x0: 80, y0: 328, x1: 520, y1: 360 },
  ];
  const bands = readingOrder([...banner, ...columns, ...cards], frame, { panels, rules: [] });
  expect(bands.map(({ columns: found }) => found.length)).toEqual([1, 2, 1]);
  const beside = [{ x0: 295, y0: 80, x1: 520, y1: 330 }];
  expect(readingOrder(columns, frame, { panels: beside, rules: [] }).map(({ columns: found }) => found.length)).toEqual(
    [2],
  );
});

test('a rule over all columns parts the row above it from them', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 290, row + 2), lineAt(300, 520, row + 2)]);
  const masthead = [lineAt(80, 130, 0), lineAt(250, 285, 0), lineAt(470, 520, 0)];
  const ruleTo = (x1: number) => ({ orientation: 'horizontal', x0: 80, y0: 116, x1, y1: 116 }) as Rule;
  const columnsUnder = (rule: Rule) =>
    readingOrder([...masthead, ...columns], frame, { panels: [], rules: [rule] }).map(
      ({ columns: found }) => found.length,
    );
  expect(columnsUnder(ruleTo(520))).toEqual([1, 2]);
  expect(columnsUnder(ruleTo(290))).toEqual([2]);
});

test('a heading that begins a little before the lines of its column is of that column', () => {
  const columns = rows.flatMap((row) => [lineAt(80, 280, row), lineAt(306, 520, row + 1)]);
  const heading = lineAt(300, 350, 0);
  const [band] = readingOrder([...columns, heading], frame);
  expect(band?.columns[1]?.stretches.flatMap(({ items }) => items)).toContain(heading);
});
