import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum, withSign } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedRow, Statement } from './statement-page.ts';
import { customers, english, goods, lines } from './statement-texts.ts';

const notations: readonly [Notation, ...Notation[]] = [
  { decimal: '.', group: ',', date: dateForms.slashes },
  { decimal: ',', group: '.', date: dateForms.dotted },
  { decimal: ',', group: '\u00a0', date: dateForms.iso },
  { decimal: '.', group: "'", date: dateForms.dotted },
  { decimal: '.', group: ',', lakhs: true, date: dateForms.dashes },
];
const dayMs = 86_400_000;

/** What customers owe, under headings that are numbers of days. */
function debtsByDays(random: Random): Statement {
  const notation = random.pick(notations);
  const ages = random.pick([
    ['30', '60', '90', '120+'],
    ['0-7', '8-14', '15-28', '> 28'],
    ['Current', '1 - 30', '31 - 60', '> 60'],
  ]);
  const totals = ages.map(() => 0);
  const cells = (owed: readonly number[]) => [
    ...owed.map((cents) => (cents === 0 ? null : amount(cents, notation))),
    amount(
      owed.reduce((a, b) => a + b, 0),
      notation,
    ),
  ];
  const rows = customers.slice(0, random.integer(5, customers.length)).map((name) => {
    const owed = ages.map((_, age) => (random.chance(age === 0 ? 0.8 : 0.3) ? random.integer(900, 1_500_000) : 0));
    if (!owed.some((cents) => cents > 0)) owed[1] = 70_025;
    owed.forEach((cents, age) => {
      totals[age] = (totals[age] ?? 0) + cents;
    });
    return row([word(name), ...cells(owed)]);
  });
  const columns = [left('Account', 140), ...ages.map((age) => right(age, 64)), right('Total', 78)];
  return businessDocument(
    'debts-by-days',
    'Outstanding balances',
    { columns, rows: [...rows, row([word('Total'), ...cells(totals)], 'total')], hasSums: true },
    random,
  );
}

/** A card whose bookings have the amount in the currency of the shop beside the one that is charged. */
function foreignCard(random: Random): Statement {
  const notation = random.pick(notations);
  let at = Date.UTC(2024, random.integer(0, 9), 3);
  let sum = 0;
  const rows = Array.from({ length: random.pick([8, 20, 45]) }, (_, index) => {
    at += random.pick([0, 1, 1, 2]) * dayMs;
    const cents = random.chance(0.12) ? -everydaySum(random) : everydaySum(random);
    sum += cents;
    const isForeign = random.chance(0.4);
    const rate = random.integer(10_200, 11_900);
    return row([
      day(at, notation),
      word(`${random.pick(english.bookings)} ${100 + index}`),
      isForeign ? word(random.pick(['USD', 'SEK', 'JPY'])) : null,
      isForeign ? amount(Math.round((cents * rate) / 10_000), notation) : null,
      isForeign ? amount(rate, notation, 4) : null,
      amount(cents, notation),
    ]);
  });
  const columns = [
    left('Date', 62),
    left('Merchant', 185),
    left('Cur.', 36),
    right(['Foreign', 'amount'], 72),
    right('Rate', 52),
    right(['Charged', 'EUR'], 80),
  ];
  const total = row([null, word('Total charged'), null, null, null, amount(sum, notation)], 'total');
  return businessDocument('foreign-card', 'Card account', { columns, rows: [...rows, total], hasSums: true }, random);
}

/** Goods with their prices, in groups. */
function priceList(random: Random): Statement {
  const notation = random.pick(notations);
  let code = 10_230;
  const rows = Array.from({ length: random.integer(2, 6) }, (_, group) => [
    section(`${random.pick(['Fixings', 'Timber', 'Paints', 'Garden'])} ${['A', 'B', 'C', 'D', 'E', 'F'][group]}`, 6),
    ...Array.from({ length: random.integer(3, 12) }, () => {
      code += random.integer(1, 40);
      const net = random.integer(95, 85_000);
      return row([
        word(`A${code}`),
        word(`${random.pick(goods as unknown as [string, ...string[]])} ${code % 1000}`),
        word(random.pick(['each', 'pair', 'box', 'm'])),
        amount(random.pick([1, 5, 10, 50, 100]), notation, 0),
        amount(net, notation),
        amount(Math.round(net * 1.2), notation),
      ]);
    }),
  ]).flat();
  const columns = [
    left('Code', 60),
    left('Article', 200),
    left('Unit', 45),
    right('Pack', 45),
    right('Net', 70),
    right(['Incl.', 'VAT'], 75),
  ];
  return businessDocument('price-list', 'Price list', { columns, rows, hasSums: false }, random);
}

/** A payslip with hours and rates for payments alone, and what has been paid since the year began. */
function payslipByHours(random: Random): Statement {
  const notation = random.pick(notations);
  const part = (labels: readonly string[], total: string, hourly: boolean): PrintedRow[] => {
    let sum = 0;
    let year = 0;
    const rows = labels.map((label) => {
      const hours = random.integer(400, 16_000);
      const rate = random.integer(1_150, 4_200);
      const cents = hourly ? Math.round((hours * rate) / 100) : random.integer(900, 80_000);
      const before = cents * random.integer(1, 11);
      sum += cents;
      year += before;
      return row([
        word(label),
        hourly ? amount(hours, notation) : null,
        hourly ? amount(rate, notation) : null,
        amount(cents, notation),
        amount(before, notation),
      ]);
    });
    return [...rows, row([word(total), null, null, amount(sum, notation), amount(year, notation)], 'total')];
  };
  const rows = [
    ...part(['Regular', 'Overtime 1.5', 'Holiday', 'Night shift'].slice(0, random.integer(1, 4)), 'Gross pay', true),
    ...part(
      ['Federal income tax', 'Social security', 'Medicare', 'Dental plan', '401(k)'].slice(0, random.integer(2, 5)),
      'Total deductions',
      false,
    ),
  ];
  const columns = [
    left('Earnings and deductions', 190),
    right('Hours', 60),
    right('Rate', 60),
    right(['This', 'period'], 85),
    right(['Year to', 'date'], 95),
  ];
  return businessDocument('payslip-by-hours', 'Earnings statement', { columns, rows, hasSums: true }, random);
}

/** Securities with quantities, prices and values of different decimals. */
function portfolio(random: Random): Statement {
  const notation = random.pick(notations);
  let sum = 0;
  const rows = Array.from({ length: random.integer(4, 30) }, (_, index) => {
    const quantity = random.integer(1_000, 900_000);
    const price = random.integer(10_000, 4_000_000);
    const value = Math.round((quantity * price) / 100_000);
    sum += value;
    return row([
      word(`DE000${random.integer(1000, 9999)}${100 + index}`),
      word(`${random.pick(customers as unknown as [string, ...string[]])} ${200 + index}`),
      amount(quantity, notation, 3),
      amount(price, notation, 4),
      word(random.pick(['EUR', 'USD'])),
      amount(value, notation),
      random.chance(0.8) ? amount(random.integer(-400_000, 900_000), notation) : null,
    ]);
  });
  const columns = [
    left('ISIN', 80),
    left('Security', 135),
    right('Quantity', 65),
    right('Price', 62),
    left('Cur.', 33),
    right(['Market', 'value'], 75),
    right(['Gain /', 'loss'], 60),
  ];
  const total = row([null, word('Total'), null, null, null, amount(sum, notation), null], 'total');
  return businessDocument(
    'portfolio',
    'Securities account',
    { columns, rows: [...rows, total], hasSums: false },
    random,
  );
}

/** Meter readings with rates of four decimals. */
function utilityBill(random: Random): Statement {
  const notation = random.pick(notations);
  let sum = 0;
  const charge = (label: string, cents: number, readings: readonly (PrintedCell | null)[]) => {
    sum += cents;
    return row([word(label), ...readings, amount(cents, notation)]);
  };
  const rows = ['Day rate', 'Night rate', 'Water supply', 'Waste water', 'Gas']
    .slice(0, random.integer(2, 5))
    .flatMap((label) => {
      const before = random.integer(900, 89_000);
      const used = random.integer(12, 4_000);
      const rate = random.integer(450, 39_000);
      return [
        charge(label, Math.round((used * rate) / 100), [
          amount(before, notation, 0),
          amount(before + used, notation, 0),
          amount(used, notation, 0),
          amount(rate, notation, 4),
        ]),
        charge(`Standing charge ${label.toLowerCase()}`, random.integer(200, 4_000), [null, null, null, null]),
      ];
    });
  const columns = [
    left('Supply', 165),
    right(['Previous', 'reading'], 65),
    right(['Present', 'reading'], 65),
    right('Units', 55),
    right(['Rate', 'per unit'], 60),
    right('Charge', 75),
  ];
  const total = row([word('Total charges'), null, null, null, null, amount(sum, notation)], 'total');
  return businessDocument('utility-bill', 'Your bill', { columns, rows: [...rows, total], hasSums: true }, random);
}

/** How a loan is paid back, month by month. */
function loanSchedule(random: Random): Statement {
  const notation = random.pick(notations);
  const months = random.pick([12, 24, 60]);
  const payment = random.integer(20_000, 300_000);
  let owed = payment * months;
  const rows = Array.from({ length: months }, (_, index) => {
    const interest = Math.round(owed * 0.004);
    const principal = payment - interest;
    owed -= principal;
    return row([
      word(`Instalment ${index + 1}`),
      day(Date.UTC(2024, index, 15), notation),
      amount(payment, notation),
      amount(interest, notation),
      amount(principal, notation),
      amount(owed, notation),
    ]);
  });
  const columns = [
    left('', 95),
    left('Due', 75),
    right('Payment', 80),
    right('Interest', 80),
    right('Principal', 80),
    right('Balance', 90),
  ];
  return businessDocument('loan-schedule', 'Repayment plan', { columns, rows, hasSums: true }, random);
}

/** A bill with a tax for each line, lines of discounts, and sums carried from page to page. */
function taxInvoice(random: Random): Statement {
  const notation = random.pick(notations);
  let net = 0;
  let tax = 0;
  const sums = () => [amount(net, notation), amount(tax, notation), amount(net + tax, notation)];
  const total = (label: string, startsPage = false): PrintedRow => ({
    ...row([null, word(label), null, null, null, ...sums()], 'total'),
    ...(startsPage ? { startsPage } : {}),
  });
  const each = random.pick([14, 18]);
  const rows = Array.from({ length: random.pick([4, 9, 30, 44]) }, (_, index): PrintedRow[] => {
    const quantity = random.integer(1, 30);
    const price = random.integer(150, 30_000);
    const percent = random.pick([7, 19]);
    const own = quantity * price;
    const less = random.chance(0.2) ? -Math.round(own / 10) : 0;
    const line = (cents: number, cells: readonly (PrintedCell | null)[]) => {
      const due = Math.round((cents * percent) / 100);
      net += cents;
      tax += due;
      return row([...cells, amount(cents, notation), amount(due, notation), amount(cents + due, notation)]);
    };
    const carries = index > 0 && index % each === 0;
    return [
      ...(carries ? [total('Carried forward'), total('Brought forward', true)] : []),
      line(own, [
        amount(index + 1, notation, 0),
        word(`${random.pick(goods as unknown as [string, ...string[]])} ${100 + index}`),
        amount(quantity, notation, 0),
        amount(price, notation),
        word(percent === 7 ? 'B' : 'A'),
      ]),
      ...(less < 0 ? [line(less, [null, word(`less 10 % on ${100 + index}`), null, null, null])] : []),
    ];
  }).flat();
  const columns = [
    left('Pos', 28),
    left('Description', 165),
    right('Qty', 35),
    right('Price', 65),
    left('Tax', 28),
    right('Net', 65),
    right('VAT', 55),
    right('Gross', 68),
  ];
  return businessDocument(
    'tax-invoice',
    'Tax invoice',
    { columns, rows: [...rows, total('Total')], hasSums: false },
    random,
  );
}

/** Credits and debits of an account in sections of their own, one column of amounts for both. */
function sectionedAccount(random: Random): Statement {
  const notation = random.pick(notations);
  const part = (name: string, end: string, count: number) => {
    let at = Date.UTC(2024, 4, 1);
    let sum = 0;
    const bookings = Array.from({ length: count }, (_, index) => {
      at += random.pick([0, 0, 1]) * dayMs;
      const cents = everydaySum(random);
      sum += cents;
      const more = random.chance(0.3) ? [random.pick(english.more)] : [];
      const text = [`${random.pick(english.bookings)} ${name.slice(0, 2)}${index}`, ...more];
      return row([day(at, notation), { lines: text, value: text.join(' ') }, amount(cents, notation)]);
    });
    return [section(name, 3), ...bookings, row([null, word(end), amount(sum, notation)], 'total')];
  };
  const rows = [
    ...part('Deposits and other credits', 'Total deposits', random.integer(2, 14)),
    ...part('Electronic withdrawals', 'Total electronic withdrawals', random.integer(4, 30)),
    ...part('Service fees', 'Total service fees', random.integer(2, 3)),
  ];
  const columns = [left('Date', 75), left('Description', 320), right('Amount', 105)];
  return businessDocument('sectioned-account', 'Account activity', { columns, rows, hasSums: true }, random);
}

/** A budget beside what was spent, with differences of both signs and their percentages. */
function budgetReport(random: Random): Statement {
  const notation = random.pick(notations);
  const bracket = (units: number): PrintedCell => ({
    lines: [withSign(printSum(units, notation, 0), units < 0, 'brackets')],
    value: units,
  });
  let budgets = 0;
  let actuals = 0;
  const cells = (budget: number, actual: number) => [
    bracket(budget),
    bracket(actual),
    bracket(budget - actual),
    amount(Math.round((1000 * (budget - actual)) / budget), notation, 1),
  ];
  const rows = lines.slice(0, random.integer(4, lines.length)).map((name) => {
    const budget = random.integer(800, 4_000_000);
    const actual = Math.round((budget * random.integer(700, 1300)) / 1000);
    budgets += budget;
    actuals += actual;
    return row([word(name), ...cells(budget, actual)]);
  });
  const columns = [
    left('Heading', 180),
    right('Budget', 80),
    right('Actual', 80),
    right('Variance', 80),
    right(['Variance', '%'], 70),
  ];
  const total = row([word('Total'), ...cells(budgets, actuals)], 'total');
  return businessDocument('budget-report', 'Budget report', { columns, rows: [...rows, total], hasSums: true }, random);
}

export const businessLayouts = [
  debtsByDays,
  foreignCard,
  priceList,
  payslipByHours,
  portfolio,
  utilityBill,
  loanSchedule,
  taxInvoice,
  sectionedAccount,
  budgetReport,
] as const;
