import { openPageModel } from '../src/page-model.ts';
import { findLedgers, findPageTables, type LedgerTable } from '../src/tables.ts';
import { drawPdf, type Pen } from './draw-pdf.ts';

/** The ledgers of each page that a test draws. */
export async function ledgersOf(...drawings: ((pen: Pen) => void)[]): Promise<LedgerTable[][]> {
  const document = await openPageModel(await drawPdf(...drawings));
  try {
    const pages = [];
    for (let page = 1; page <= drawings.length; page += 1) pages.push(findPageTables(await document.readPage(page)));
    return findLedgers(pages);
  } finally {
    await document.close();
  }
}

export type Booking = readonly [date: string, text: string, debit: string, credit: string, balance: string];

export function header(pen: Pen, top: number) {
  pen.text('Date', 60, top, { bold: true });
  pen.text('Description', 130, top, { bold: true });
  pen.right('Paid out', 380, top);
  pen.right('Paid in', 460, top);
  pen.right('Balance', 540, top);
}

const levels = { first: 0, middle: 0.5, last: 1 } as const;

/** Draws bookings at a pitch of 20; lines of a text are 11 apart, amounts on the first of them or the last, or in the middle. */
export function bookings(pen: Pen, top: number, rows: readonly Booking[], amountsOn: keyof typeof levels = 'first') {
  let y = top;
  for (const [date, text, ...amounts] of rows) {
    const lines = text.split('|');
    const amountsAt = y + levels[amountsOn] * (lines.length - 1) * 11;
    pen.text(date, 60, amountsOn === 'middle' ? amountsAt : y);
    lines.forEach((line, index) => {
      pen.text(line, 130, y + index * 11);
    });
    amounts.forEach((amount, index) => {
      if (amount !== '') pen.right(amount, 380 + index * 80, amountsAt);
    });
    y += 20 + (lines.length - 1) * 11;
  }
}

export const days: readonly Booking[] = [
  ['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00'],
  ['2 Mar 2024', 'WATER', '30.00', '', '150.00'],
  ['3 Mar 2024', 'TRAIN', '10.50', '', '139.50'],
  ['4 Mar 2024', 'SALARY', '', '2,155.00', '2,294.50'],
  ['5 Mar 2024', 'COFFEE', '4.50', '', '2,290.00'],
  ['6 Mar 2024', 'BOOKS', '90.00', '', '2,200.00'],
  ['7 Mar 2024', 'RENT', '700.00', '', '1,500.00'],
  ['8 Mar 2024', 'SHOES', '60.00', '', '1,440.00'],
];

/** Draws the bookings of all days below their header. */
export function statement(pen: Pen) {
  header(pen, 100);
  bookings(pen, 120, days);
}

export const columnOf = (rows: readonly string[][], text: string) =>
  rows.flatMap((row) => row.indexOf(text)).find((at) => at >= 0);

/** Draws rows of counts. */
export function drawCounts(pen: Pen, rows: readonly (readonly string[])[]) {
  rows.forEach(([name = '', ...counts], index) => {
    pen.text(name, 65, 152 + index * 14);
    counts.forEach((count, column) => {
      pen.right(count, 260 + column * 85, 152 + index * 14);
    });
  });
}
