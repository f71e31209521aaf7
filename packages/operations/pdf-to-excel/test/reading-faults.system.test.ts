import { createBoundaries } from '@platen/pdf-kit';
import { blankPage, type Page, withRecognizedText } from '@platen/pdf-kit/page-model';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SheetItem } from '../src/sheet-model.ts';
import { documentTables, scanPagesOf } from '../src/stages.ts';

const { breakable, broken } = await vi.hoisted(() => import('../../../pdf-kit/test/broken-stages.ts'));

vi.mock(import('@platen/pdf-kit/tables'), async (load) => breakable(await load()));
vi.mock(import('../src/carry-rows.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/choose-tables.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/join-tables.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/notation.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/to-sheet-table.ts'), async (load) => breakable(await load()));
vi.mock(import('../src/type-cells.ts'), async (load) => breakable(await load()));

beforeEach(() => broken.clear());

/** A page with two words on its own, and a table of nine payments. */
function paymentsPage(number: number): Page {
  const word = (text: string, x0: number, y0: number) => {
    return { text, box: { x0, y0, x1: x0 + 5 * text.length, y1: y0 + 9 }, confidence: 0.95 };
  };
  const rows = Array.from({ length: 9 }, (_, row) => {
    const y = 120 + row * 14;
    return {
      words: [
        word(`0${row + 1}/0${number}/2024`, 60, y),
        word(`Shop${number}${row}`, 200, y),
        word(`${number}${row}.50`, 350, y),
      ],
    };
  });
  const lines = [{ words: [word('Northfield', 60, 40)] }, ...rows, { words: [word('Harrogate', 60, 760)] }];
  return withRecognizedText(blankPage({ number, widthPt: 595, heightPt: 842 }), lines);
}

const pages = [paymentsPage(1), paymentsPage(2)];
const printed = pages.flatMap(({ lines }) => lines.flatMap(({ words }) => words.map(({ text }) => text))).sort();

/** The words of the workbook that two pages become while a function fails, and the warnings. */
function convertWith(name: string, fails: () => boolean) {
  broken.set(name, fails);
  const warnings = new Set<string>();
  const boundaries = createBoundaries((code, message) => warnings.add(`${code}: ${message}`));
  const document = documentTables([scanPagesOf(pages, 'all', boundaries)], boundaries);
  const items = document.pages.flatMap((page) => page.items);
  return { words: items.flatMap((item) => wordsOf(item, document.typed)).sort(), warnings: [...warnings] };
}

function wordsOf(item: SheetItem, typed: ReturnType<typeof documentTables>['typed']): readonly string[] {
  const texts =
    item.kind === 'table'
      ? typed(item.table).table.cells.map(({ text }) => text)
      : item.line.texts.map((one) => one.text);
  return texts.flatMap((text) => text.split(/\s+/)).filter((text) => text !== '');
}

test('without a fault every word is there, and no warning', () => {
  expect(convertWith('', () => true)).toEqual({ words: printed, warnings: [] });
});

test.each([
  'alignPages',
  'findLedgers',
  'runningLines',
  'chooseTables',
  'withClosingRows',
  'carryRows',
  'findFormBlocks',
  'toSheetTable',
  'joinTables',
  'typeCells',
])('a workbook keeps all words when %s fails, with a warning', (name) => {
  const { words, warnings } = convertWith(name, () => true);
  expect(words).toEqual(printed);
  expect(warnings).not.toEqual([]);
  for (const warning of warnings) expect(warning).toMatch(/^INTERNAL_ERROR: .* because of a fault in the software; /);
});

test.each(['findPageTables', 'notationOf', 'toSheetTable'])(
  'a workbook keeps all words when %s fails once, with one warning',
  (name) => {
    let calls = 0;
    const { words, warnings } = convertWith(name, () => ++calls === 1);
    expect(words).toEqual(printed);
    expect(warnings).toHaveLength(1);
  },
);
