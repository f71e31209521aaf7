import type { RasterLine } from '@platen/pdf-kit/ocr';
import { expect, test } from 'vitest';
import { type PageBlock, pageBlocks } from '../src/outputs/page-blocks.ts';
import type { PageText } from '../src/pages/page-text.ts';

/** A line at 144 dpi whose words start at given columns. */
function line(words: readonly (readonly [string, number])[], baseline: number, paragraph: number, heightPx = 24) {
  const end = Math.max(...words.map(([text, x0]) => x0 + text.length * 12));
  const value: RasterLine = {
    words: words.map(([text, x0]) => ({
      text,
      confidence: 1,
      box: { x0, y0: baseline - 0.75 * heightPx, x1: x0 + text.length * 12, y1: baseline + 0.25 * heightPx },
    })),
    baseline: { x0: words[0]?.[1] ?? 0, y0: baseline, x1: end, y1: baseline },
    heightPx,
    direction: 'ltr',
    paragraph,
  };
  return value;
}

function page(lines: readonly RasterLine[]): PageText {
  const recognized = {
    lines,
    rotation: 0,
    skewDegrees: 0,
    confidence: 1,
    languages: ['eng'],
    toPage: [0.5, 0, 0, 0.5, 0, 0],
  } as const;
  return { page: 1, widthPt: 600, heightPt: 800, recognized, kept: [], change: 'none', picture: null };
}

const describe = (block: PageBlock) =>
  block.kind === 'table'
    ? block.table.cells.map(({ row, column, text }) => `${row}.${column} ${text}`)
    : `${block.level ?? 'p'} ${block.text}`;

test('lines run on in their paragraph, and broken words are joined', () => {
  const lines = [
    line([['A word bro-', 100]], 200, 0),
    line([['ken at the end.', 100]], 230, 0),
    line([['Another one.', 100]], 290, 1),
  ];
  expect(pageBlocks(page(lines)).map(describe)).toEqual(['p A word broken at the end.', 'p Another one.']);
});

test('letters larger than those of most lines are titles and headings', () => {
  const text = Array.from({ length: 6 }, (_, row) => line([['Plain words of running text.', 100]], 400 + 30 * row, 2));
  const lines = [line([['Title', 100]], 200, 0, 48), line([['Heading', 100]], 300, 1, 34), ...text];
  const levels = pageBlocks(page(lines)).map((block) => block.kind === 'paragraph' && block.level);
  expect(levels).toEqual([1, 2, null]);
});

test('large letters that were read with doubt are no heading', () => {
  const scribble = line([['Aovj', 100]], 200, 0, 80);
  const doubtful = { ...scribble, words: scribble.words.map((word) => ({ ...word, confidence: 0.4 })) };
  const text = Array.from({ length: 6 }, (_, row) => line([['Plain words of running text.', 100]], 400 + 30 * row, 2));
  expect(pageBlocks(page([doubtful, ...text])).map(describe)[0]).toBe('p Aovj');
  expect(pageBlocks(page([scribble, ...text])).map(describe)[0]).toBe('1 Aovj');
});

test('rows of cells become a table where they stood', () => {
  const rows = [
    ['Name', 'Orders', 'Amount'],
    ['Albrecht', '12', '1,250.00'],
    ['Bergmann', '7', '98.50'],
    ['Castillo', '31', '4,011.25'],
    ['Dupont', '5', '77.10'],
  ];
  const cells = rows.map(([name = '', orders = '', amount = ''], row) =>
    line(
      [
        [name, 100],
        [orders, 400],
        [amount, 700],
      ],
      300 + 40 * row,
      1,
    ),
  );
  const lines = [line([['Before the table.', 100]], 200, 0), ...cells, line([['After the table.', 100]], 560, 2)];
  expect(pageBlocks(page(lines)).map(describe)).toEqual([
    'p Before the table.',
    rows.flatMap((row, index) => row.map((text, column) => `${index}.${column} ${text}`)),
    'p After the table.',
  ]);
});

test('a page that was left as it is gives the text it has', () => {
  const kept = [{ ...line([['Its own text.', 100]], 200, 0), hidden: false }];
  expect(pageBlocks({ ...page([]), recognized: null, kept }).map(describe)).toEqual(['p Its own text.']);
});
