import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { chooseHypotheses, type Hypothesis } from '../src/tables/hypotheses.ts';
import type { Table } from '../src/tables/types.ts';
import { explainTables } from '../src/tables.ts';
import { drawPdf } from './draw-pdf.ts';

/** A reading whose table has so many filled cells in a square of 100 points. */
function reading(source: Hypothesis['source'], x0: number, filled: number, objections: Hypothesis['objections'] = []) {
  const cells = Array.from({ length: filled }, () => ({ text: 'x' }));
  const table = { box: { x0, y0: 0, x1: x0 + 100, y1: 100 }, cells } as unknown as Table;
  return { source, table, objections } satisfies Hypothesis;
}

function chosenOf(hypotheses: readonly Hypothesis[]): readonly string[] {
  return chooseHypotheses(hypotheses).flatMap(({ isChosen, source, table }) =>
    isChosen ? [`${source} ${table.cells.length}`] : [],
  );
}

test('of readings of one region the best is a table, and each region has its own', () => {
  expect(chosenOf([reading('bars', 10, 9), reading('rules', 0, 6), reading('tags', 300, 4)])).toEqual([
    'tags 4',
    'rules 6',
  ]);
  expect(chosenOf([reading('rules', 0, 4), reading('rules', 5, 8)])).toEqual(['rules 8']);
  expect(chosenOf([reading('tags', 0, 4), reading('tags', 5, 2)])).toEqual(['tags 4', 'tags 2']);
});

test('tags that leave out columns are no table, those without places only where rules draw none', () => {
  expect(chosenOf([reading('tags', 0, 4, ['omitsColumns']), reading('rules', 0, 6)])).toEqual(['rules 6']);
  expect(chosenOf([reading('tags', 0, 4, ['unplaced']), reading('rules', 0, 6)])).toEqual(['rules 6']);
  expect(chosenOf([reading('tags', 0, 4, ['unplaced']), reading('bars', 0, 6)])).toEqual(['tags 4']);
  expect(chosenOf([reading('rules', 0, 6, ['isChart'])])).toEqual([]);
});

test('each reading says why it is a table or not', () => {
  const judged = chooseHypotheses([reading('tags', 0, 4, ['unplaced']), reading('rules', 0, 6)]);
  expect(judged.map(({ source, reason }) => [source, reason])).toEqual([
    ['rules', 'best reading of its region'],
    ['tags', 'the reading by rules (2.0) is better: its tags do not tell where all cells are'],
  ]);
});

test('a page is explained by the readings of its regions', async () => {
  const bytes = await drawPdf((pen) => {
    for (const y of [100, 120, 140, 160]) pen.line(60, y, 260, y);
    for (const x of [60, 160, 260]) pen.line(x, 100, x, 160);
    ['Item', 'Rent', 'Water'].forEach((text, row) => {
      pen.text(text, 65, 114 + 20 * row);
      pen.text(row === 0 ? 'Due' : `${row}10.00`, 165, 114 + 20 * row);
      pen.text(`Flat ${row}`, 65, 314 + 14 * row);
      pen.right(`${row}5.50`, 250, 314 + 14 * row);
      pen.right(`${row}1.25`, 350, 314 + 14 * row);
    });
  });
  const document = await openPageModel(bytes);
  try {
    const readings = explainTables(await document.readPage(1));
    expect(readings.map(({ source, isChosen }) => [source, isChosen])).toEqual([
      ['rules', true],
      ['whitespace', true],
    ]);
  } finally {
    await document.close();
  }
});
