import { expect, test } from 'vitest';
import type { Pen } from './draw-pdf.ts';
import { bookings, columnOf, days, header, ledgersOf, statement } from './ledger-page.ts';
import { texts } from './tables-of.ts';

const letterhead = (pen: Pen) => {
  pen.text('Account number', 315, 60);
  pen.text('30918264', 440, 60);
  pen.text('Balance last time', 315, 72);
  pen.text('1,708.00', 440, 72);
  pen.text('Balance now', 315, 84);
  pen.text('1,440.00', 440, 84);
};

test('above a table without headings are no part of it', async () => {
  const [ledgers = []] = await ledgersOf((pen) => {
    letterhead(pen);
    bookings(pen, 120, days);
  });
  const rows = ledgers.map(({ table }) => texts(table)).find((own) => own.length === days.length) ?? [];
  expect(rows[0]).toEqual(['1 Mar 2024', 'CARD PAYMENT', '20.00', '', '180.00']);
  expect(columnOf(rows, '2,155.00')).toBe(3);
});

test('printed again on the next page are no rows of the table that goes on there', async () => {
  const [, second = []] = await ledgersOf(
    (pen) => {
      letterhead(pen);
      header(pen, 104);
      bookings(pen, 120, days);
    },
    (pen) => {
      letterhead(pen);
      bookings(pen, 112, days);
    },
  );
  expect(second).toHaveLength(1);
  expect(second[0]?.table.rowCount).toBe(days.length);
});

test('the letterhead of a page that a table goes on on is no part of it, though numbers in it begin where amounts do', async () => {
  const size = 7;
  const letterhead = (pen: Pen) => {
    const labels = [
      'Account number',
      'Sort code',
      'Statement no.',
      'Balance last time',
      'Balance now',
      'Statement date',
    ];
    const values = ['30918264', '40-77-19', '117', '1 169,28', '11 251,06', '04.12.2024'];
    pen.text('Ms J Whitlock', 60, 73, { size });
    labels.forEach((label, index) => {
      pen.text(label, 315, 73 + 12 * index, { size });
      pen.text(values[index] ?? '', 440, 73 + 12 * index, { size });
    });
    pen.text('USD account 30918265', 60, 162, { size: 8.5 });
  };
  const entries = (pen: Pen, top: number, days: readonly (readonly [string, string])[]) => {
    days.forEach(([day, amount], index) => {
      pen.text(day, 63, top + 15 * index, { size });
      pen.text('PAGAMENTO POS LIBRERIA', 133, top + 15 * index, { size });
      pen.right(amount, 459.3, top + 15 * index, { size });
      pen.text(day, 465.3, top + 15 * index, { size });
    });
  };
  const [, second = []] = await ledgersOf(
    (pen) => {
      ['Data', 'Descrizione', 'Data valuta'].forEach((text, index) => {
        pen.text(text, [63, 133, 465.3][index] ?? 0, 186, { size });
      });
      pen.right('Importo', 459.3, 186, { size });
      entries(pen, 204, [
        ['07.11.2024', '172,75-'],
        ['07.11.2024', '41,12-'],
      ]);
    },
    (pen) => {
      letterhead(pen);
      entries(pen, 185, [
        ['10.11.2024', '41,37-'],
        ['11.11.2024', '1,47-'],
        ['12.11.2024', '212,74-'],
        ['15.11.2024', '87,61-'],
        ['16.11.2024', '2 744,79-'],
        ['16.11.2024', '209,73-'],
        ['17.11.2024', '387,64-'],
      ]);
    },
  );
  const rows = second.flatMap(({ table }) => texts(table));
  expect(rows[0]).toEqual(['10.11.2024', 'PAGAMENTO POS LIBRERIA', '41,37-', '10.11.2024']);
});

test('a letterhead right above a filled header is no part of it', async () => {
  const [[ledger] = []] = await ledgersOf((pen) => {
    pen.text('Ms J Whitlock', 60, 64);
    pen.text('Sort code', 330, 64);
    pen.text('40-77-19', 430, 64);
    pen.text('14 Larkspur Close', 60, 76);
    pen.text('Account', 330, 76);
    pen.text('30918264', 430, 76);
    pen.fill(55, 90, 545, 105, [0.9, 0.9, 0.5]);
    statement(pen);
  });
  const rows = ledger === undefined ? [] : texts(ledger.table);
  expect(ledger?.table.headerRows).toBe(1);
  expect(rows[0]).toEqual(['Date', 'Description', 'Paid out', 'Paid in', 'Balance']);
});

test('a letterhead that has a line more above the title of the section that goes on is no part of the table', async () => {
  const size = 8.5;
  const head = (pen: Pen, top: number, title: string, address: readonly string[]) => {
    ['Account number', 'Sort code', 'Statement no.'].slice(0, address.length).forEach((label, index) => {
      pen.text(address[index] ?? '', 60, 60 + 12 * index, { size });
      pen.text(label, 255, 60 + 12 * index, { size });
      pen.right(['30918264', '40-77-19', '117'][index] ?? '', 390, 60 + 12 * index, { size });
    });
    pen.text(title, 60, top, { size: 11 });
  };
  const entries = (pen: Pen, top: number, amounts: readonly string[]) => {
    amounts.forEach((amount, index) => {
      pen.text(`0${index + 1} Mar 2024`, 63, top + 15 * index, { size });
      pen.text(['CARD PAYMENT', 'TRANSFER', 'INTEREST'][index] ?? '', 133, top + 15 * index, { size });
      pen.right(amount, 390, top + 15 * index, { size });
      pen.right(`1 ${amount}`, 500, top + 15 * index, { size });
    });
  };
  const address = ['Ms J Whitlock', '14 Larkspur Close', 'Harrogate HG2 8QT'];
  const [, second = []] = await ledgersOf(
    (pen) => {
      head(pen, 90, 'EUR account 30918264', address.slice(0, 2));
      entries(pen, 110, ['172.75', '141.12', '388.20']);
      pen.text('USD account 30918265', 60, 200, { size: 11 });
      entries(pen, 220, ['672.75', '341.12', '988.20']);
    },
    (pen) => {
      head(pen, 102, 'USD account 30918265', address);
      entries(pen, 122, ['572.75', '241.12', '188.20']);
    },
  );
  expect(second.map(({ table }) => texts(table))).toEqual([
    [
      ['01 Mar 2024', 'CARD PAYMENT', '572.75', '1 572.75'],
      ['02 Mar 2024', 'TRANSFER', '241.12', '1 241.12'],
      ['03 Mar 2024', 'INTEREST', '188.20', '1 188.20'],
    ],
  ]);
});

test('a title with the chapter and the number of the page is no row of the table that ends the page before', async () => {
  const title = (chapter: string, page: string) => (pen: Pen) => {
    pen.text('Half-year report of the group', 60, 40);
    pen.text(chapter, 300, 40);
    pen.right(page, 540, 40);
  };
  const [, second = []] = await ledgersOf(
    (pen) => {
      title('Management report', '12')(pen);
      statement(pen);
    },
    (pen) => {
      title('Financial statements', '13')(pen);
      pen.text('A page of text.', 60, 120);
    },
  );
  expect(second).toEqual([]);
});
