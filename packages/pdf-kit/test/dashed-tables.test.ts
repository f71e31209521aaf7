import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model.ts';
import { freeRows } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';
import { tablesOf, texts } from './tables-of.ts';

/** Lines of a printed report: each character is 6 pt wide, as `=` nearly is; `_` is a space within a text. */
function typeLines(pen: Pen, lines: readonly string[]): void {
  lines.forEach((line, index) => {
    for (const { 0: word, index: at } of line.matchAll(/\S+/g))
      pen.text(word.replaceAll('_', ' '), 60 + 6 * at, 100 + 13 * index);
  });
}

test('runs of dashes below headings are the columns of a printed report, however near their values are', async () => {
  const [table, ...others] = await tablesOf((pen) =>
    typeLines(pen, [
      'flight      from to  dep.  arr.',
      '=========== ==== === ===== =====',
      '  7742      yvr  yxe 08:10 11:10',
      '  7747      yxe  yvr 11:55 13:04',
      'ac 220      yvr  yyc       16:58',
      '',
      'total: two hours of flight and 17:13 on duty.',
    ]),
  );
  expect(others).toEqual([]);
  expect(table?.headerRows).toBe(1);
  expect(table && texts(table)).toEqual([
    ['flight', 'from', 'to', 'dep.', 'arr.'],
    ['7742', 'yvr', 'yxe', '08:10', '11:10'],
    ['7747', 'yxe', 'yvr', '11:55', '13:04'],
    ['ac 220', 'yvr', 'yyc', '', '16:58'],
  ]);
});

test('two lines of headings and dashes head records of two lines', async () => {
  const [table, ...others] = await tablesOf((pen) =>
    typeLines(pen, [
      'type       item       make            state',
      '========== ========== =============== =====',
      'serial     tag        place',
      '========   ========== =================',
      '',
      'bicycle    ladies     hill & sons     found',
      '17-21      t-30951    store 4 at north gate',
      '',
      'bicycle    gents      north star      lost',
      '98-29      t-40772    store 1',
    ]),
  );
  expect(others).toEqual([]);
  expect(table?.headerRows).toBe(2);
  expect(table && texts(table)).toEqual([
    ['type', 'item', 'make', 'state'],
    ['serial', 'tag', 'place', ''],
    ['bicycle', 'ladies', 'hill & sons', 'found'],
    ['17-21', 't-30951', 'store 4 at north gate', ''],
    ['bicycle', 'gents', 'north star', 'lost'],
    ['98-29', 't-40772', 'store 1', ''],
  ]);
});

test('dashes over sums are no headings', async () => {
  const [table, ...others] = await tablesOf((pen) =>
    typeLines(pen, [
      'store          opening    closing    change',
      '============ ========== ========== =========',
      'north            120.00     140.00     20.00',
      'south            310.00     290.00    -20.50',
      '             ========== ========== =========',
      'all              430.00     430.00     -0.50',
    ]),
  );
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    ['store', 'opening', 'closing', 'change'],
    ['north', '120.00', '140.00', '20.00'],
    ['south', '310.00', '290.00', '-20.50'],
    ['all', '430.00', '430.00', '-0.50'],
  ]);
});

test('lines drawn with dashes are no text, a mark for what is missing and a place to fill in are', async () => {
  const document = await openPageModel(
    await drawPdf((pen) => {
      pen.text('='.repeat(40), 60, 100);
      pen.text('Notes', 60, 120);
      pen.text('---', 60, 140);
      pen.text('_'.repeat(10), 60, 160);
    }),
  );
  const { lines } = await document.readPage(1);
  await document.close();
  expect(freeRows(lines).map(({ pieces }) => pieces.map(({ text }) => text))).toEqual([
    ['Notes'],
    ['---'],
    ['_'.repeat(10)],
  ]);
});

test('the label of a total is one cell, however far it reaches, and notes of two lines end no table', async () => {
  const [table, ...others] = await tablesOf((pen) =>
    typeLines(pen, [
      'item     text             bin   on hand    value',
      '======== ================ ===== ======= ========',
      '10-2201  gasket, round    a01       120   150.00',
      '     counted_wholesale_by_harbour_depot_916-2222_on_call',
      '     counted_wholesale_by_harbour_depot_917-3333_on_call',
      '10-4415  stem packing     b02       900   162.00',
      '                                ======= ========',
      'merchandise_in_wholesale_bins      1020   312.00',
    ]),
  );
  expect(others).toEqual([]);
  expect(table && texts(table)).toEqual([
    ['item', 'text', 'bin', 'on hand', 'value'],
    ['10-2201', 'gasket, round', 'a01', '120', '150.00'],
    ['counted wholesale by harbour depot 916-2222 on call', '', '', '', ''],
    ['counted wholesale by harbour depot 917-3333 on call', '', '', '', ''],
    ['10-4415', 'stem packing', 'b02', '900', '162.00'],
    ['merchandise in wholesale bins', '', '', '1020', '312.00'],
  ]);
});
