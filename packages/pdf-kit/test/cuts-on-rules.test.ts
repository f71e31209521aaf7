import { expect, test } from 'vitest';
import type { Word } from '../src/page-model/types.ts';
import type { CellDraft, TableDraft } from '../src/tables/compose-table.ts';
import { cutsOnRules } from '../src/tables/rules/cuts-on-rules.ts';
import { plainFont } from './plain-font.ts';

function wordAt(x0: number, y0: number): Word {
  return {
    text: 'text',
    box: { x0, y0, x1: x0 + 40, y1: y0 + 10 },
    glyphs: [],
    style: { font: plainFont, sizePt: 10, color: '#000000' },
    script: 'normal',
    confidence: null,
    spaceAfter: false,
  };
}

/** Two rows of two words, 60 points from one column to the next and 20 from one row to the next. */
const draft: TableDraft = {
  pageNumber: 1,
  kind: 'unruled',
  columnCuts: [109, 160, 211],
  rowCuts: [99, 115, 131],
  cells: [0, 1].flatMap((row) =>
    [0, 1].map((column): CellDraft => {
      const word = wordAt(110 + 60 * column, 100 + 20 * row);
      return { row, column, rowSpan: 1, columnSpan: 1, words: [{ word, baseline: 0, source: word, order: 0 }] };
    }),
  ),
  headerRows: 0,
  confidence: 1,
};

const upright = (at: number, start = 96, end = 134) => ({ at, start, end, soft: false });
const level = (at: number, start = 100, end = 220) => ({ at, start, end, soft: false });

test('cuts move onto the rules between and around the texts', () => {
  const edges = {
    horizontal: [level(96), level(116), level(134)],
    vertical: [upright(100), upright(155), upright(220)],
  };
  const { columnCuts, rowCuts } = cutsOnRules(draft, edges, []);
  expect(columnCuts).toEqual([100, 155, 220]);
  expect(rowCuts).toEqual([96, 116, 134]);
});

test('a table without rules keeps its cuts', () => {
  expect(cutsOnRules(draft, { horizontal: [], vertical: [] }, [])).toEqual(draft);
});

test('where no side is drawn, a table is as wide as its rules', () => {
  const { columnCuts } = cutsOnRules(
    draft,
    { horizontal: [level(96, 20, 300), level(134, 20, 300)], vertical: [] },
    [],
  );
  expect(columnCuts).toEqual([20, 160, 300]);
});

test('a rule that ends in the middle of a column underlines something', () => {
  const { rowCuts } = cutsOnRules(draft, { horizontal: [level(117, 130, 185)], vertical: [] }, []);
  expect(rowCuts[1]).toBe(115);
});

test('a table does not reach for rules over text that is not its own', () => {
  const other = wordAt(230, 110);
  const line = { text: 'text', box: other.box, words: [other], baseline: 120, style: other.style, angle: 0 };
  const edges = { horizontal: [level(96, 20, 300), level(134, 20, 300)], vertical: [] };
  expect(cutsOnRules(draft, edges, [{ ...line, direction: 'ltr', order: 0 }])).toEqual(draft);
});

test('the rules around a row without text become its cuts', () => {
  const [first, second] = [draft.cells.slice(0, 2), draft.cells.slice(2)];
  const empty = [0, 1].map((column): CellDraft => ({ row: 1, column, rowSpan: 1, columnSpan: 1, words: [] }));
  const moved = second.map((cell) => {
    const words = cell.words.map((placed) => ({ ...placed, word: wordAt(placed.word.box.x0, 140) }));
    return { ...cell, row: 2, words };
  });
  const open = { ...draft, rowCuts: [99, 110, 125, 151], cells: [...first, ...empty, ...moved] };
  const edges = { horizontal: [96, 116, 136, 154].map((at) => level(at)), vertical: [] };
  expect(cutsOnRules(open, edges, []).rowCuts).toEqual([96, 116, 136, 154]);
});

test('the side of a frame closes a table however far it stands from the text', () => {
  const edges = {
    horizontal: [level(96, 100, 400), level(116, 100, 220), level(134, 100, 400)],
    vertical: [upright(100), upright(165), upright(400)],
  };
  expect(cutsOnRules(draft, edges, []).columnCuts).toEqual([100, 165, 400]);
});

test('cuts that would pass each other around a column without text stay', () => {
  const cells = [0, 1].map((row): CellDraft => ({ ...draft.cells[2 * row], row, column: 0 }) as CellDraft);
  const empty = [0, 1].map((row): CellDraft => ({ row, column: 1, rowSpan: 1, columnSpan: 1, words: [] }));
  const open = { ...draft, columnCuts: [109, 150, 151], cells: [...cells, ...empty] };
  const edges = {
    horizontal: [level(96), level(116), level(134)],
    vertical: [upright(100), upright(155, 116), upright(220)],
  };
  expect(cutsOnRules(open, edges, [])).toEqual(open);
});
