import type { PDFFont, PDFPage } from 'pdf-lib';
import { expect, test } from 'vitest';
import { convertDrawn, setProse, write } from './docx.ts';

type Row = readonly [left: string, right: string];

/** Draws rows with their right pieces at `x`, or ending there. */
function writeRows(page: PDFPage, font: PDFFont, rows: readonly Row[], x: number, top: number, flushRight = false) {
  rows.forEach(([left, right], index) => {
    const y = top + 14 * index;
    write(page, font, 10, 40, y, left);
    write(page, font, 10, flushRight ? x - font.widthOfTextAtSize(right, 10) : x, y, right);
  });
}

const prose = 'A line of prose ends where the next word would not have fitted, and so it runs on below. ';

/** The paragraphs of rows between prose, which fills the width of the page. */
async function convertRows(rows: readonly Row[], x: number, flushRight = false) {
  const { paragraphs, xml } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, prose.repeat(2), 40, 50, 320);
      writeRows(page, regular, rows, x, 130, flushRight);
      setProse(page, regular, prose.repeat(2), 40, 130 + 14 * rows.length + 30, 320);
    },
  ]);
  expect(xml).not.toContain('<w:cols w:num="2"');
  return paragraphs.map(({ text }) => text);
}

const jobs: readonly Row[] = [
  ['Backend engineer, Nordic Rail', '2019-2023'],
  ['Intern, Kestrel Instruments, Oslo', '2017-2019'],
  ['Teaching assistant, Lund', '2015-2017'],
];
const tabbed = (rows: readonly Row[]) => rows.map((row) => row.join('\t'));

test('dates behind a tab stay with their entries, whether they begin or end at one edge', async () => {
  expect(await convertRows(jobs, 300)).toEqual(expect.arrayContaining(tabbed(jobs)));
  expect(await convertRows(jobs, 360, true)).toEqual(expect.arrayContaining(tabbed(jobs)));
});

test('a date that the longest entry leaves no more than a wide space is behind a tab as the others are', async () => {
  const long: readonly Row[] = [...jobs, ['Backend engineer and teaching assistant, Gothenburg', '2012-2015']];
  expect(await convertRows(long, 263)).toEqual(expect.arrayContaining(tabbed(long)));
});

test('two languages, and two parties with their addresses, are rows', async () => {
  const languages: readonly Row[] = [
    ['date of delivery', 'data della consegna'],
    ['order number', 'numero dell ordine'],
    ['amount to pay', 'somma da pagare'],
  ];
  const parties: readonly Row[] = [
    ['Harbour Tools Ltd', 'Maple Works GmbH'],
    ['4 Quay Street', 'Lindenallee 77'],
    ['Bristol BS1 4QD', '10115 Berlin'],
  ];
  expect(await convertRows(languages, 200)).toEqual(expect.arrayContaining(tabbed(languages)));
  expect(await convertRows(parties, 200)).toEqual(expect.arrayContaining(tabbed(parties)));
});

test('columns of prose on one grid of baselines, a list beside prose and an index are columns', async () => {
  const columnsOf = async (draw: (page: PDFPage, font: PDFFont) => void) => {
    const { xml } = await convertDrawn([(page, { regular }) => draw(page, regular)]);
    return xml.includes('<w:cols w:num="2"');
  };
  const onGrid = await columnsOf((page, font) => {
    setProse(page, font, prose.repeat(8), 40, 50, 150);
    setProse(page, font, prose.repeat(8).slice(16), 210, 50, 150);
  });
  const panel = await columnsOf((page, font) => {
    setProse(page, font, prose.repeat(8), 40, 50, 220);
    ['Contact', 'maria@example.org', 'Lund, Sweden', 'Skills', 'TypeScript', 'Go', 'Linux'].forEach((text, index) => {
      write(page, font, 10, 290, 50 + 12 * index, text);
    });
  });
  const index = await columnsOf((page, font) => {
    const entries = ['Ash', 'Beech', 'Cedar', 'Elder', 'Fir', 'Hazel', 'Larch', 'Maple', 'Oak', 'Pine'];
    const rows = entries.map((name, place): Row => [`${name} tree, ${place + 9}`, `${name} wood, ${place + 60}`]);
    writeRows(page, font, rows, 210, 50);
  });
  expect({ onGrid, panel, index }).toEqual({ onGrid: true, panel: true, index: true });
});
