import { blankPage, type Page, withRecognizedText } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { isPastedTable, withPastedTables } from '../src/pasted-tables.ts';

type PlacedWord = readonly [text: string, x: number, y: number];

function pageOf(words: readonly PlacedWord[]): Page {
  const lines = Map.groupBy(words, ([, , y]) => y);
  return withRecognizedText(
    blankPage({ number: 1, widthPt: 595, heightPt: 842 }),
    [...lines.values()].map((own) => ({
      words: own.map(([text, x0, y0]) => ({
        text,
        box: { x0, y0, x1: x0 + 5 * text.length, y1: y0 + 9 },
        confidence: 0.95,
      })),
    })),
  );
}

const textsOf = ({ lines }: Page) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

const prose = pageOf([
  ['Before', 60, 100],
  ['After', 60, 400],
]);

test('the text of a picture of a table is read where the picture is', () => {
  const rows = ['Region', 'North', 'South', 'East', 'West'].flatMap((label, row): readonly PlacedWord[] => [
    [label, 100, 200 + 16 * row],
    [row === 0 ? 'Units' : `1,20${row}`, 250, 200 + 16 * row],
    [row === 0 ? 'Sales' : `48,16${row}.00`, 400, 200 + 16 * row],
  ]);
  const table = pageOf(rows);
  expect(isPastedTable(table)).toBe(true);
  const read = withPastedTables(prose, [table]);
  expect(textsOf(read).filter((text) => /Before|North|West|After/.test(text))).toEqual([
    'Before',
    'North',
    'West',
    'After',
  ]);
  expect(textsOf(read).join(' ')).toContain('48,164.00');
});

test('a chart, a title on a photograph and an empty picture stay pictures', () => {
  const chart: readonly PlacedWord[] = [
    ['400', 80, 200],
    ['300', 80, 240],
    ['200', 80, 280],
    ['Sales', 200, 190],
    ['2023', 140, 320],
    ['2024', 240, 320],
    ['2025', 340, 320],
  ];
  const title: readonly PlacedWord[] = [
    ['Annual', 100, 200],
    ['Report', 150, 200],
    ['2025', 100, 220],
  ];
  expect([chart, title, []].map((words) => isPastedTable(pageOf(words)))).toEqual([false, false, false]);
  expect(withPastedTables(prose, [])).toBe(prose);
});
