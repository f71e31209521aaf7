import { expect, test } from 'vitest';
import { openPageModel } from '../src/page-model/open-page-model.ts';
import type { Page } from '../src/page-model/types.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

async function read(draw: (pen: Pen) => void): Promise<Page> {
  const document = await openPageModel(await drawPdf(draw));
  try {
    return await document.readPage(1);
  } finally {
    await document.close();
  }
}

const textsOf = ({ lines }: Page) => lines.map(({ text }) => text);

test('two texts drawn over one another are read one after the other', async () => {
  const stamps = ['Case 2:19-cv-00412 Document 57 Filed 03/14/20', 'USCA4 Appeal: 20-1553 Doc: 14-2 Filed: 06/09/2020'];
  const page = await read((pen) => {
    for (const [index, stamp] of stamps.entries()) pen.text(stamp, 72 + 9 * index, 40);
  });
  expect(textsOf(page).sort()).toEqual(stamps.sort());
});

test('equal letters of two texts that meet by chance are both read', async () => {
  const page = await read((pen) => {
    pen.text('Filed 03/14/20 in 2020', 72, 40);
    pen.text('Dated 06/09/20 in 2020', 72, 40);
  });
  expect(textsOf(page).sort()).toEqual(['Dated 06/09/20 in 2020', 'Filed 03/14/20 in 2020']);
});

test('text drawn again to look bold is read once', async () => {
  const page = await read((pen) => {
    for (const x of [72, 72.3]) pen.text('Summary of results', x, 40);
  });
  expect(textsOf(page)).toEqual(['Summary of results']);
});

test('an answer typed over a blank stands in it, with a rule below', async () => {
  const page = await read((pen) => {
    pen.text('Name: __________________ of the tenant', 72, 100);
    pen.text('Ann Lee', 120, 98);
  });
  expect(textsOf(page).join(' ')).toMatch(/^Name: _+ Ann Lee _+ of the tenant$/);
  const [rule] = page.rules;
  expect(rule?.x0).toBeCloseTo(120, 0);
  expect(rule?.y0).toBeGreaterThan(100);
});

test('a blank without an answer keeps its underscores', async () => {
  const page = await read((pen) => pen.text('Date: ________', 72, 100));
  expect(textsOf(page)).toEqual(['Date: ________']);
  expect(page.rules).toEqual([]);
});

test('a text that runs into the next column is read to its end, and so is what begins there', async () => {
  const page = await read((pen) => {
    pen.text('FAC20260506124025', 72, 40);
    pen.text('Fournisseurs', 164, 40);
    pen.text('628', 90, 80);
    pen.text('report-2026.pdf', 60, 80);
  });
  expect(textsOf(page)).toEqual(['FAC20260506124025', 'Fournisseurs', 'report-2026.pdf', '628']);
});

test('a text in the gap of another is on its line', async () => {
  const page = await read((pen) => {
    pen.text('Paid on       by card', 72, 40);
    pen.text('4/5', 111, 40);
  });
  expect(textsOf(page)).toHaveLength(1);
});
