import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, type Notation, printSum } from './notation.ts';
import { amount, left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, Statement } from './statement-page.ts';
import { goods } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const spaced: Notation = { decimal: ',', group: '\u00a0', date: dateForms.slashes };
const notations: readonly [Notation, ...Notation[]] = [point, comma, spaced];
const orNothing = (cents: number, notation: Notation) => (cents === 0 ? null : amount(cents, notation));
const nothings = (count: number): null[] => Array.from({ length: count }, () => null);
const addTo = (sums: number[], values: readonly number[]) =>
  values.forEach((value, index) => {
    sums[index] = (sums[index] ?? 0) + value;
  });
const digits = (random: Random, length: number) => Array.from({ length }, () => random.integer(1, 9)).join('');

/** Payments and deductions beside each other, with quantities and rates for both. */
function payslipTwoSides(random: Random): Statement {
  const notation = random.pick(notations);
  const entries = (names: readonly string[]) => {
    let sum = 0;
    const rows = names.map((name) => {
      const quantity = random.integer(100, 16_000);
      const rate = random.integer(300, 4_000);
      const cents = Math.round((quantity * rate) / 100);
      sum += cents;
      return [word(name), amount(quantity, notation), amount(rate, notation), amount(cents, notation)];
    });
    return { rows, sum };
  };
  const pay = entries(
    ['Salary', 'Overtime', 'Bonus', 'Holiday pay', 'Night work', 'Travel'].slice(0, random.integer(2, 6)),
  );
  const less = entries(['Income tax', 'Pension', 'Health', 'Union', 'Canteen'].slice(0, random.integer(2, 5)));
  const rows = Array.from({ length: Math.max(pay.rows.length, less.rows.length) }, (_, index) =>
    row([...(pay.rows[index] ?? nothings(4)), ...(less.rows[index] ?? nothings(4))]),
  );
  const end = row(
    [
      word('Total pay'),
      null,
      null,
      amount(pay.sum, notation),
      word('Total deductions'),
      null,
      null,
      amount(less.sum, notation),
    ],
    'total',
  );
  const side = (name: string) => [left(name, 88), right('Units', 50), right('Rate', 46), right('Amount', 66)];
  return businessDocument(
    'payslip-two-sides',
    'Payslip',
    { columns: [...side('Payments'), ...side('Deductions')], rows: [...rows, end], hasSums: true, entryColumns: 4 },
    random,
  );
}

/** A French payslip: what the employee and the employer pay on each base, most cells empty. */
function bulletinDePaie(random: Random): Statement {
  const notation = spaced;
  const gross = random.integer(180_000, 600_000);
  let held = 0;
  let due = 0;
  const share = (name: string) => {
    const base = random.chance(0.7) ? gross : Math.round(gross * 0.9825);
    const [own, firm] = [
      random.chance(0.75) ? random.integer(20, 900) : 0,
      random.chance(0.7) ? random.integer(30, 1_300) : 0,
    ];
    const of = (rate: number) => Math.round((base * rate) / 10_000);
    held += of(own);
    due += of(firm);
    const rate = (value: number) => (value === 0 ? null : amount(value, notation));
    return row([
      word(name),
      amount(base, notation),
      rate(own),
      orNothing(of(own), notation),
      null,
      rate(firm),
      orNothing(of(firm), notation),
    ]);
  };
  const names = [
    'Maladie',
    'Vieillesse',
    'Chômage',
    'Retraite',
    'CSG déductible',
    'CSG non déductible',
    'Formation',
    'Accidents',
  ];
  const rows = [
    row([word('Salaire de base'), amount(15_167, notation), null, null, amount(gross, notation), null, null]),
    row([word('Salaire brut'), null, null, null, amount(gross, notation), null, null], 'total'),
    ...names.slice(0, random.integer(4, names.length)).map(share),
    row(
      [word('Total des retenues'), null, null, orNothing(held, notation), null, null, orNothing(due, notation)],
      'total',
    ),
  ];
  const columns = [
    left('Rubrique', 140),
    right('Base', 62),
    right(['Taux', 'salarial'], 50),
    right(['Retenues', 'salariales'], 62),
    right('Gains', 62),
    right(['Taux', 'patronal'], 52),
    right(['Part', 'patronale'], 68),
  ];
  return businessDocument('bulletin-de-paie', 'Bulletin de paie', { columns, rows, hasSums: false }, random);
}

/** An order with barcodes, article numbers that begin with zeros, packs and discounts. */
function wholesaleOrder(random: Random): Statement {
  const notation = random.pick(notations);
  let sum = 0;
  const rows = Array.from({ length: random.pick([4, 12, 30, 55]) }, (_, index) => {
    const quantity = random.integer(1, 48);
    const price = random.integer(95, 9_000);
    const percent = random.chance(0.25) ? random.pick([3, 5, 10]) : 0;
    const net = Math.round((quantity * price * (100 - percent)) / 100);
    sum += net;
    return row([
      word(`00${digits(random, 4)}`),
      word(`40${digits(random, 11)}`),
      word(`${random.pick(goods as unknown as [string, ...string[]])} ${200 + index}`),
      word(random.pick(['6 x 330 ml', '12 x 1 l', '1 kg', '24 Stk'])),
      amount(quantity, notation, 0),
      amount(price, notation),
      percent === 0 ? null : { lines: [`${percent}%`], value: percent / 100 },
      amount(net, notation),
    ]);
  });
  const columns = [
    left('Art. no.', 45),
    left('EAN', 72),
    left('Description', 140),
    left('Pack', 55),
    right('Qty', 32),
    right('Price', 52),
    right('Disc.', 38),
    right('Amount', 66),
  ];
  const end = row([null, null, word('Net total'), null, null, null, null, amount(sum, notation)], 'total');
  return businessDocument(
    'wholesale-order',
    'Order confirmation',
    { columns, rows: [...rows, end], hasSums: true },
    random,
  );
}

/** Stock with what came in and went out. */
function stockReport(random: Random): Statement {
  const notation = random.pick(notations);
  const sums: number[] = [];
  const rows = Array.from({ length: random.integer(6, 40) }, (_, index) => {
    const [opening, came] = [random.integer(0, 900), random.chance(0.6) ? random.integer(1, 400) : 0];
    const went = random.chance(0.7) ? random.integer(1, opening + came) : 0;
    const cost = random.integer(45, 40_000);
    const value = (opening + came - went) * cost;
    addTo(sums, [value]);
    const whole = (units: number) => amount(units, notation, 0);
    return row([
      word(`${random.pick(['A', 'B', 'C'])}-${1000 + index}`),
      word(`${random.pick(goods as unknown as [string, ...string[]])} ${300 + index}`),
      whole(opening),
      came === 0 ? null : whole(came),
      went === 0 ? null : whole(-went),
      whole(opening + came - went),
      amount(cost, notation),
      amount(value, notation),
    ]);
  });
  const columns = [
    left('Item', 50),
    left('Name', 150),
    right('Opening', 48),
    right('In', 42),
    right('Out', 42),
    right('Closing', 48),
    right(['Unit', 'cost'], 55),
    right(['Stock', 'value'], 70),
  ];
  const end = row([null, word('Total'), null, null, null, null, null, amount(sums[0] ?? 0, notation)], 'total');
  return businessDocument('stock-report', 'Stock report', { columns, rows: [...rows, end], hasSums: true }, random);
}

/** A Swiss offer: round francs have a dash for their cents. */
function swissOffer(random: Random): Statement {
  const dash = random.pick(['\u2013', '-', '--']);
  const francs = (cents: number): PrintedCell => {
    const [whole, fraction] = printSum(cents, { decimal: '.', group: "'", date: dateForms.dotted }).split('.');
    return { lines: [`${whole}.${fraction === '00' ? dash : fraction}`], value: cents / 100 };
  };
  let sum = 0;
  const rows = Array.from({ length: random.integer(4, 18) }, (_, index) => {
    const quantity = random.integer(1, 30);
    const price = random.chance(0.7) ? 100 * random.integer(2, 1_900) : 5 * random.integer(30, 9_000);
    sum += quantity * price;
    return row([
      { lines: [String(index + 1)], value: index + 1 },
      word(`${random.pick(goods as unknown as [string, ...string[]])} ${400 + index}`),
      { lines: [String(quantity)], value: quantity },
      word(random.pick(['Stk.', 'Std.', 'm2'])),
      francs(price),
      francs(quantity * price),
    ]);
  });
  const columns = [
    left('Pos.', 35),
    left('Bezeichnung', 220),
    right('Menge', 45),
    left('Einh.', 40),
    right('Preis', 75),
    right('Total CHF', 85),
  ];
  const end = row([null, word('Total exkl. MWST'), null, null, null, francs(sum)], 'total');
  return businessDocument('swiss-offer', 'Offerte', { columns, rows: [...rows, end], hasSums: true }, random);
}

/** Payslips, orders and stock as countries print them. */
export const worldTradeLayouts = [payslipTwoSides, bulletinDePaie, wholesaleOrder, stockReport, swissOffer];
