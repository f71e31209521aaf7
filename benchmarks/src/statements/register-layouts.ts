import type { Random } from '@platen/cli/bench';
import { bankStatement } from './bank-statement.ts';
import { composeLayout } from './composed-layouts.ts';
import { dateForms, everydaySum, type Notation, printSum } from './notation.ts';
import { left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, Statement } from './statement-page.ts';
import { customers, goods } from './statement-texts.ts';

const notations: readonly [Notation, ...Notation[]] = [
  { decimal: '.', group: ',', date: dateForms.slashes },
  { decimal: '.', group: ',', date: dateForms.monthDay },
  { decimal: ',', group: '.', date: dateForms.dotted },
  { decimal: ',', group: '\u2009', date: dateForms.dotted },
  { decimal: ',', group: ' ', date: dateForms.iso },
];
const dayMs = 86_400_000;

const sum = (cents: number, notation: Notation): PrintedCell => ({
  lines: [printSum(cents, notation)],
  value: cents / 100,
});
const count = (value: number): PrintedCell => ({ lines: [String(value)], value });

function page(random: Random, title: string): Omit<Statement, 'layout' | 'columns' | 'rows' | 'hasSums'> {
  return {
    title,
    letterhead: ['Larch & Quayside', 'Mr T Okonkwo', '3 Mill Lane', 'Leeds LS1 4QT'].slice(0, random.integer(1, 4)),
    facts: [['Customer', 'C-30918'] as const, ['Statement date', '14.05.2024'] as const].slice(0, random.integer(0, 2)),
    notes: random.chance(0.5) ? ['Errors and omissions excepted.'] : [],
    look: {
      font: random.pick(['sans', 'sans', 'serif', 'mono']),
      sizePt: random.pick([7, 7.5, 8, 9]),
      linePt: random.pick([10, 11, 12]),
      rowGapPt: random.pick([0, 1, 3, 6]),
      rules: random.pick(['none', 'none', 'header', 'rows', 'stripes', 'grid']),
      repeatHeader: random.chance(0.5),
      boldHeader: random.chance(0.7),
      headings: random.pick(['column', 'column', 'left', 'center']),
    },
  };
}

/** Paid cheques in two or three blocks side by side, as American banks print them. */
function chequeRegister(random: Random): Statement {
  const notation = random.pick(notations);
  const blocks = random.pick([2, 3]);
  const isDated = random.chance(0.8);
  let number = random.integer(1001, 7000);
  let total = 0;
  const cheques = Array.from({ length: random.integer(7, 60) }, (_, index) => {
    number += random.pick([1, 1, 1, 2, 5]);
    const cents = everydaySum(random);
    total += cents;
    const at = new Date(Date.UTC(2024, 4, 1) + Math.floor(index / 3) * dayMs);
    const date: PrintedCell = { lines: [notation.date(at)], value: notation.date === dateForms.monthDay ? 'code' : at };
    return [count(number), ...(isDated ? [date] : []), sum(cents, notation)];
  });
  const down = Math.ceil(cheques.length / blocks);
  const empty = Array.from({ length: isDated ? 3 : 2 }, () => null);
  const rows = Array.from({ length: down }, (_, index) =>
    row(Array.from({ length: blocks }, (__, block) => cheques[block * down + index] ?? empty).flat()),
  );
  const widthPt = blocks === 2 ? 75 : 54;
  const columns = Array.from({ length: blocks }, () => [
    left('Number', widthPt - 4),
    ...(isDated ? [left('Date', widthPt + 4)] : []),
    right('Amount', widthPt),
  ]).flat();
  return {
    ...page(random, 'Checks paid'),
    layout: 'cheque-register',
    columns,
    rows,
    // The sum is in the title: nothing in the table tells of a changed digit.
    hasSums: false,
    entryColumns: columns.length / blocks,
    facts: [['Checks paid', printSum(total, notation)]],
  };
}

/** An invoice with its tax by rate below the items. */
function vatSummary(random: Random): Statement {
  const notation = random.pick(notations);
  const rates = [0, 5, 7, 9, 19, 20].slice(random.integer(0, 2), random.integer(4, 6));
  const nets = rates.map(() => 0);
  const items = Array.from({ length: random.integer(3, 16) }, (_, index) => {
    const at = random.integer(0, rates.length - 1);
    const quantity = random.integer(1, 30);
    const price = random.integer(150, 30_000);
    nets[at] = (nets[at] ?? 0) + quantity * price;
    return row([
      word(`${random.pick(goods as unknown as [string, ...string[]])} ${100 + index}`),
      count(quantity),
      sum(price, notation),
      word('ABCDEF'[at] ?? 'A'),
      sum(quantity * price, notation),
    ]);
  });
  const net = nets.reduce((a, b) => a + b, 0);
  const used = rates.map((rate, at) => ({ rate, at, net: nets[at] ?? 0 })).filter((own) => own.net > 0);
  const tax = (own: { readonly rate: number; readonly net: number }) => Math.round((own.net * own.rate) / 100);
  const taxes = used.reduce((total, own) => total + tax(own), 0);
  const percent = (rate: number): PrintedCell => ({
    lines: [`${rate}${notation.decimal}0${random.chance(0.5) ? ' ' : ''}%`],
    value: rate / 100,
  });
  const isCoded = random.chance(0.5);
  const own = page(random, 'Invoice');
  const summary: Statement = {
    ...own,
    title: 'VAT summary',
    layout: 'vat-summary',
    columns: [left('Code', 70), right('Rate', 80), right('Net', 90), right('VAT', 90), right('Gross', 100)].slice(
      isCoded ? 0 : 1,
    ),
    rows: [
      ...used.map((entry) =>
        row(
          [
            word('ABCDEF'[entry.at] ?? 'A'),
            percent(entry.rate),
            sum(entry.net, notation),
            sum(tax(entry), notation),
            sum(entry.net + tax(entry), notation),
          ].slice(isCoded ? 0 : 1),
        ),
      ),
      ...(isCoded
        ? [row([word('Total'), null, sum(net, notation), sum(taxes, notation), sum(net + taxes, notation)], 'total')]
        : []),
    ],
    hasSums: false,
  };
  return {
    ...own,
    layout: 'vat-summary',
    columns: [left('Article', 220), right('Qty', 50), right('Price', 80), left('VAT', 50), right('Amount', 100)],
    rows: [...items, row([word('Net total'), null, null, null, sum(net, notation)], 'total')],
    hasSums: true,
    next: summary,
  };
}

/** Departures by stop and service; not every service calls at every stop. */
function timetable(random: Random): Statement {
  const services = random.integer(4, 9);
  const sign = random.pick([':', ':', '.']);
  const skipped = random.pick(['–', '|', '...']);
  const starts = Array.from({ length: services }, (_, index) => 330 + index * random.integer(28, 75));
  let minutes = 0;
  const rows = customers.slice(0, random.integer(6, customers.length)).map((name, index) => {
    minutes += random.integer(2, 14);
    return row([
      word(`${name.split(' ')[0]} ${['Road', 'Station', 'Green', 'Bridge'][index % 4]}`),
      ...starts.map((start) => {
        const at = start + minutes;
        const time = `${String(Math.floor(at / 60) % 24).padStart(2, '0')}${sign}${String(at % 60).padStart(2, '0')}`;
        return random.chance(0.12)
          ? { lines: [skipped], value: 'code' }
          : { lines: [time], value: sign === ':' ? time : 'code' };
      }),
    ]);
  });
  const columns = [
    left('Service', 130),
    ...starts.map((_, index): PrintedColumn => ({ ...left(String(101 + 2 * index), 40), align: 'right' })),
  ];
  return { ...page(random, 'Monday to Friday'), layout: 'timetable', columns, rows, hasSums: false };
}

/** Suppliers with what names them: postcodes, telephones and account numbers are no amounts. */
function supplierList(random: Random): Statement {
  const notation = random.pick(notations);
  let total = 0;
  const digits = (length: number) => Array.from({ length }, () => random.integer(0, 9)).join('');
  const rows = customers.slice(0, random.integer(6, customers.length)).map((name, index) => {
    const cents = random.integer(900, 900_000);
    total += cents;
    return row([
      word(`00${1040 + index}`),
      word(name),
      word(index % 3 === 0 ? `0${random.integer(1001, 9999)}` : String(random.integer(10_000, 99_999))),
      word(`0${random.integer(20, 99)} ${random.integer(100, 999)} ${random.integer(1000, 9999)}`),
      word(`GB${random.integer(10, 99)} HAVB ${digits(4)} ${digits(4)} ${digits(4)} ${digits(2)}`),
      sum(cents, notation),
    ]);
  });
  return {
    ...page(random, 'Suppliers'),
    layout: 'supplier-list',
    columns: [
      left('No.', 45),
      left('Supplier', 105),
      left('Postcode', 55),
      left('Telephone', 75),
      left('IBAN', 140),
      right('Balance', 75),
    ],
    rows: [...rows, row([null, word('Total'), null, null, null, sum(total, notation)], 'total')],
    hasSums: true,
  };
}

/** An account in two or three currencies, each with its own bookings and balance. */
function currencySections(random: Random): Statement {
  const composed = composeLayout(random.pick(['two-columns', 'one-column']), random);
  const { fullDate, ...notation } = composed.notation;
  // The date beside the address is that of the first account.
  const layout = {
    ...composed,
    name: 'currency-sections',
    sections: false,
    notation: fullDate === undefined ? notation : { ...notation, date: fullDate },
  };
  const parts = ['EUR', 'USD', 'CHF'].slice(0, random.integer(2, 3)).map((code, index) => ({
    ...bankStatement(layout, random, 1000 * (index + 1)),
    title: `${code} account ${30_918_264 + index}`,
  }));
  const [first] = parts;
  return parts.toReversed().reduce((next, own) => ({ ...own, look: first?.look ?? own.look, next }));
}

/** Amounts without a sign, and beside each the side that it is on; the balance tells which is which. */
function sideColumn(random: Random): Statement {
  const base = composeLayout('one-column', random);
  const marks = random.pick<readonly [string, string]>([
    ['DR', 'CR'],
    ['Dr', 'Cr'],
    ['D', 'C'],
    ['S', 'H'],
  ]);
  const heading = random.pick([`${marks[0]}/${marks[1]}`, 'Type']);
  const kept = base.columns.filter(([key]) => ['date', 'text', 'amount'].includes(key));
  return bankStatement(
    {
      ...base,
      name: 'side-column',
      sideColumn: marks,
      signs: { amount: 'none', balance: base.signs.balance ?? 'minus' },
      totals: false,
      dayTotals: false,
      columns: [...kept, ['side', [heading], random.integer(26, 45)], ['balance', ['Balance'], 90]],
    },
    random,
  );
}

export const registerLayouts = [
  chequeRegister,
  vatSummary,
  timetable,
  supplierList,
  currencySections,
  sideColumn,
] as const;
