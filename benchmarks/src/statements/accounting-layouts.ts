import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum, type SignStyle, withSign } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { customers, english, lines } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
const notations: readonly [Notation, ...Notation[]] = [
  point,
  { decimal: ',', group: '.', date: dateForms.dotted },
  { decimal: ',', group: '\u00a0', date: dateForms.slashes },
];
const dayMs = 86_400_000;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const nothings = (count: number): null[] => Array.from({ length: count }, () => null);
const grouped = (group: string, columns: readonly PrintedColumn[]) => columns.map((own) => ({ ...own, group }));

/** An amount signed in a way, and the dash for nothing where one is given. */
function signed(units: number, notation: Notation, style: SignStyle, decimals = 2, nothing?: string): PrintedCell {
  if (units === 0 && nothing !== undefined) return { lines: [nothing], value: 'code' };
  return {
    lines: [withSign(printSum(units, notation, decimals), units < 0, style)],
    value: units === 0 ? 0 : units / 10 ** decimals,
  };
}

/** The firm's money beside that of its client: two accounts in one table, each with two sides and a balance. */
function clientLedger(random: Random): Statement {
  const notation = random.pick(notations);
  const style = random.pick<SignStyle>(['minus', 'brackets', 'trailing']);
  const balances = [random.integer(100_000, 900_000), random.integer(900_000, 9_000_000)];
  const balance = (account: number) => signed(balances[account] ?? 0, notation, style);
  const rows = [row([null, word('Brought forward'), null, null, balance(0), null, null, balance(1)])];
  let at = Date.UTC(2024, random.integer(0, 10), 2);
  for (let index = 0; index < random.pick([9, 20, 45]); index += 1) {
    at += random.pick([0, 1, 3]) * dayMs;
    const account = random.chance(0.6) ? 1 : 0;
    const isIn = random.chance(0.4);
    const cents = everydaySum(random) * (isIn ? 2 : 1);
    balances[account] = (balances[account] ?? 0) + (isIn ? cents : -cents);
    const entry = [isIn ? null : amount(cents, notation), isIn ? amount(cents, notation) : null, balance(account)];
    const text = word(`${random.pick(english.bookings)} ${700 + index}`);
    rows.push(
      row([
        day(at, notation),
        text,
        ...(account === 0 ? entry : nothings(3)),
        ...(account === 1 ? entry : nothings(3)),
      ]),
    );
  }
  const sides = [right('Debit', 72), right('Credit', 72), right('Balance', 84)];
  const columns = [
    left('Date', 62),
    left('Details', 210),
    ...grouped('Office account', sides),
    ...grouped('Client account', sides),
  ];
  return businessDocument('client-ledger', 'Client ledger', { columns, rows, hasSums: true }, random, {
    landscape: true,
    headings: random.pick(['column', 'center']),
  });
}

/** What assets cost and what was written off, by class, across a wide page; a dash where nothing changed. */
function assetRegister(random: Random): Statement {
  const notation = random.pick(notations);
  const nothing = random.pick(['-', '\u2013', '0']);
  const cells = (values: readonly number[]) => values.map((units) => signed(units, notation, 'brackets', 0, nothing));
  const sums: number[][] = [];
  const rows = ['Plant and machinery', 'Fixtures', 'Motor vehicles'].flatMap((name, group): PrintedRow[] => {
    const own = Array.from({ length: random.integer(2, 9) }, (_, index) => {
      const cost = random.integer(900, 4_000_000);
      const added = random.chance(0.2) ? random.integer(100, 900_000) : 0;
      const sold = random.chance(0.15) ? cost : 0;
      const written = Math.round(cost * random.pick([0, 0.2, 0.45]));
      const charge = Math.round((cost + added) * 0.1);
      const back = sold === 0 ? 0 : written + charge;
      const values = [cost, added, -sold, cost + added - sold, written, charge, -back, written + charge - back];
      return { index, values: [...values, cost + added - sold - (written + charge - back)] };
    });
    const sum = own[0]?.values.map((_, column) => total(own.map(({ values }) => values[column] ?? 0))) ?? [];
    sums.push(sum);
    return [
      section(name, 11),
      ...own.map(({ index, values }) =>
        row([
          word(`${'PFM'[group]}${100 + index} ${random.pick(['Press', 'Lathe', 'Shelving', 'Van', 'Forklift'])}`),
          day(Date.UTC(2016 + group, index, 13 + index), notation),
          ...cells(values),
        ]),
      ),
      row([word(`Total ${name.toLowerCase()}`), null, ...cells(sum)], 'total'),
    ];
  });
  const all = sums[0]?.map((_, column) => total(sums.map((own) => own[column] ?? 0))) ?? [];
  const moves = (middle: string) => [
    right(['At', '1 Jan'], 64),
    right(middle, 60),
    right('Disposals', 62),
    right(['At', '31 Dec'], 64),
  ];
  const columns = [
    left('Asset', 125),
    left('Acquired', 58),
    ...grouped('Cost', moves('Additions')),
    ...grouped('Depreciation', moves('Charge')),
    right(['Net book', 'value'], 66),
  ];
  const end = row([word('Grand total'), null, ...cells(all)], 'total');
  return businessDocument(
    'asset-register',
    'Fixed asset register',
    { columns, rows: [...rows, end], hasSums: true },
    random,
    {
      landscape: true,
      headings: random.pick(['column', 'center']),
    },
  );
}

/** What comes in and goes out month by month, in whole units, with the balance that each month begins and ends with. */
function cashForecast(random: Random): Statement {
  const notation = random.pick(notations);
  const months = random.pick([4, 6, 12]);
  const nothing = random.pick(['-', '\u2013']);
  const cells = (values: readonly number[]) => values.map((units) => signed(units, notation, 'brackets', 0, nothing));
  const withTotal = (values: readonly number[]) => cells([...values, total(values)]);
  const part = (name: string, sign: 1 | -1, names: readonly string[]) => {
    const entries = names.map((label) => ({
      label,
      values: Array.from({ length: months }, () => (random.chance(0.15) ? 0 : sign * random.integer(40, 9_000))),
    }));
    const sums = Array.from({ length: months }, (_, month) => total(entries.map(({ values }) => values[month] ?? 0)));
    const rows = [
      section(name, months + 2),
      ...entries.map(({ label, values }) => row([word(label), ...withTotal(values)])),
      row([word(`Total ${name.toLowerCase()}`), ...withTotal(sums)], 'total'),
    ];
    return { rows, sums };
  };
  const income = part(
    'Receipts',
    1,
    ['Cash sales', 'From debtors', 'Grant', 'VAT refund'].slice(0, random.integer(2, 4)),
  );
  const spending = part('Payments', -1, lines.slice(3, random.integer(6, lines.length)));
  const net = income.sums.map((sum, month) => sum + (spending.sums[month] ?? 0));
  let balance = random.integer(-9_000, 40_000);
  const opening = net.map((sum) => {
    const own = balance;
    balance += sum;
    return own;
  });
  const closing = opening.map((own, month) => own + (net[month] ?? 0));
  const rows = [
    ...income.rows,
    ...spending.rows,
    row([word('Net cash flow'), ...withTotal(net)], 'total'),
    row([word('Opening balance'), ...cells(opening), null]),
    row([word('Closing balance'), ...cells(closing), null], 'total'),
  ];
  const names = ['Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'].slice(0, months);
  const isYeared = random.chance(0.5);
  const columns = [
    left('', 130),
    ...names.map((name, month) => right(isYeared ? [name, month < 9 ? '2024' : '2025'] : name, months > 6 ? 47 : 62)),
    right('Total', months > 6 ? 58 : 66),
  ];
  return businessDocument('cash-forecast', 'Cash flow forecast', { columns, rows, hasSums: true }, random, {
    landscape: true,
  });
}

/** A cash book: what came in on the left, what went out on the right, both sides with the same total. */
function cashBook(random: Random): Statement {
  const notation = random.pick(notations);
  const side = (prefix: string, count: number) => {
    let at = Date.UTC(2024, random.integer(0, 10), 3);
    return Array.from({ length: count }, (_, index) => {
      at += random.pick([0, 1, 2]) * dayMs;
      const name = random.pick(customers as unknown as [string, ...string[]]);
      return { cents: everydaySum(random), cells: [day(at, notation), word(`${prefix}${name} ${10 + index}`)] };
    });
  };
  const [to, by] = random.pick([
    ['', ''],
    ['To ', 'By '],
  ] as const);
  const income = side(to, random.integer(5, 30));
  const spending = side(by, random.integer(4, 30));
  const sums = [income, spending].map((own) => total(own.map(({ cents }) => cents))) as [number, number];
  const larger = Math.max(...sums);
  const closing = (index: 0 | 1, prefix: string) =>
    sums[index] < larger ? [{ cents: larger - sums[index], cells: [null, word(`${prefix}Balance c/d ${index}`)] }] : [];
  const sides = [
    [...income, ...closing(0, to)],
    [...spending, ...closing(1, by)],
  ];
  const cellsAt = (index: number) =>
    sides.flatMap((own) => {
      const entry = own[index];
      return entry === undefined ? nothings(3) : [...entry.cells, amount(entry.cents, notation)];
    });
  const rows = Array.from({ length: Math.max(...sides.map(({ length }) => length)) }, (_, index) =>
    row(cellsAt(index)),
  );
  const end = row(
    [null, word('Total receipts'), amount(larger, notation), null, word('Total payments'), amount(larger, notation)],
    'total',
  );
  const entry = [left('Date', 62), left('Particulars', 122), right('Amount', 66)];
  const columns = [...grouped('Receipts', entry), ...grouped('Payments', entry)];
  return businessDocument(
    'cash-book',
    'Cash book',
    { columns, rows: [...rows, end], hasSums: true, entryColumns: 3 },
    random,
    {
      headings: random.pick(['column', 'center']),
    },
  );
}

/** What a customer owes by document, then by age in a table of a single row. */
function customerAccount(random: Random): Statement {
  const notation = random.pick(notations);
  const ages = [0, 0, 0, 0];
  let balance = 0;
  const rows = Array.from({ length: random.integer(8, 34) }, (_, index) => {
    const isPaid = random.chance(0.3);
    const cents = isPaid ? -everydaySum(random) : everydaySum(random) * 3;
    const age = random.integer(0, 3);
    ages[age] = (ages[age] ?? 0) + cents;
    balance += cents;
    return row([
      day(Date.UTC(2024, 1, 9 + index), notation),
      word(`${isPaid ? 'Payment' : 'Invoice'} ${60_100 + 7 * index}`),
      isPaid ? null : day(Date.UTC(2024, 2, 9 + index), notation),
      isPaid ? null : amount(cents, notation),
      isPaid ? amount(-cents, notation) : null,
      amount(balance, notation),
    ]);
  });
  const columns = [
    left('Date', 65),
    left('Document', 130),
    left('Due', 65),
    right('Charges', 75),
    right('Payments', 75),
    right('Balance', 85),
  ];
  const statement = businessDocument(
    'customer-account',
    'Statement of account',
    { columns, rows, hasSums: true },
    random,
  );
  const ageing: Statement = {
    ...statement,
    title: random.pick(['Ageing', 'Aged balance']),
    columns: [
      ...['Current', '30 days', '60 days', '90+ days'].map((name) => right(name, 90)),
      right(['Amount', 'due'], 95),
    ],
    rows: [row([...ages, balance].map((cents) => amount(cents, notation)))],
    hasSums: true,
  };
  return { ...statement, next: ageing };
}

/** A return with its boxes: long labels of two lines, tax in cents and values in whole units in one column. */
function vatReturn(random: Random): Statement {
  const whole = (units: number) => amount(units, point, 0);
  const [sales, acquired] = [random.integer(900_000, 9_000_000), random.integer(0, 90_000)];
  const claimed = random.integer(90_000, 4_000_000);
  const due = sales + acquired - claimed;
  const entries: readonly (readonly [readonly string[], PrintedCell])[] = [
    [['VAT due in this period on sales', 'and other outputs'], amount(sales, point)],
    [['VAT due in this period on acquisitions of goods', 'from member states'], amount(acquired, point)],
    [['Total VAT due', '(the sum of boxes 1 and 2)'], amount(sales + acquired, point)],
    [['VAT reclaimed in this period on purchases', 'and other inputs'], amount(claimed, point)],
    [['Net VAT to be paid or reclaimed'], amount(due, point)],
    [['Total value of sales and all other outputs', 'excluding any VAT'], whole(random.integer(9_000, 900_000))],
    [['Total value of purchases and all other inputs', 'excluding any VAT'], whole(random.integer(9_000, 900_000))],
    [['Total value of supplies of goods'], whole(0)],
    [['Total value of acquisitions of goods'], whole(random.integer(0, 9_000))],
  ];
  const amountsOn = random.pick(['first', 'last'] as const);
  const rows = entries.map(
    ([label, cell], index): PrintedRow => ({
      ...row([word(`Box ${index + 1}`), { lines: label, value: label.join(' ') }, cell]),
      amountsOn,
    }),
  );
  const columns = [left('Box', 50), left('Description', 300), right('Amount (£)', 110)];
  return businessDocument('vat-return', 'VAT return', { columns, rows, hasSums: false }, random, {
    bare: random.chance(0.3),
    // Without white between records, nothing shows which lines are of one.
    rowGapPt: random.pick([3, 5, 6]),
  });
}

/** Books and returns that accountants keep for a business. */
export const accountingLayouts = [
  clientLedger,
  assetRegister,
  cashForecast,
  cashBook,
  customerAccount,
  vatReturn,
] as const;
