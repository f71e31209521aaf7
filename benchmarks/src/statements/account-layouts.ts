import type { Random } from '@platen/cli/bench';
import { dateForms, type Notation, printSum, withSign } from './notation.ts';
import { left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, PrintedRow, RuleStyle, Statement } from './statement-page.ts';
import { goods, lines } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };

function look(
  random: Random,
  rules: readonly [RuleStyle, ...RuleStyle[]],
  font: 'sans' | 'serif' = 'sans',
): Statement['look'] {
  return {
    font,
    sizePt: random.pick([7.5, 8, 8.5]),
    linePt: 11,
    rowGapPt: random.pick([1, 3, 6]),
    rules: random.pick(rules),
    repeatHeader: random.chance(0.7),
    boldHeader: random.chance(0.85),
  };
}

/** An itemised bill: quantity times price, less a discount now and then, summed up below. */
export function invoice(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const sum = (cents: number): PrintedCell => ({
    lines: [withSign(printSum(cents, notation), cents < 0, 'minus')],
    value: cents / 100,
  });
  let subtotal = 0;
  const rows = Array.from({ length: random.pick([3, 6, 12, 30, 60]) }, (_, index) => {
    const quantity = random.integer(1, 40);
    const price = random.integer(120, 42_000);
    const percent = random.chance(0.2) ? random.pick([5, 10]) : 0;
    const net = Math.round((quantity * price * (100 - percent)) / 100);
    subtotal += net;
    const name = [
      `${random.pick(goods as unknown as [string, ...string[]])} ${100 + index}`,
      ...(random.chance(0.25) ? ['with fixings and delivery'] : []),
    ];
    return row([
      word(`P-${100 + index}`),
      { lines: name, value: name.join(' ') },
      { lines: [String(quantity)], value: quantity },
      sum(price),
      percent > 0 ? { lines: [`${percent} %`], value: percent / 100 } : null,
      sum(net),
    ]);
  });
  const tax = Math.round(subtotal * 0.2);
  const total = (label: string, cents: number) => row([null, null, null, word(label), null, sum(cents)], 'total');
  return {
    hasSums: true,
    layout: 'invoice',
    title: 'Invoice',
    letterhead: ['Calder Pump Services', 'Fylde Leisure Ltd', 'Accounts Payable', 'Lytham FY8 1NE'],
    facts: [
      ['Invoice no.', `BW-${random.integer(10_000, 99_999)}`],
      ['Invoice date', notation.date(new Date(Date.UTC(2024, 1, 14)))],
      ['Your order', '4500017732'],
    ],
    columns: [
      left('Item', 50),
      left('Description', 205),
      right('Qty', 40),
      right('Unit price', 75),
      right('Disc.', 45),
      right('Amount', 85),
    ],
    rows: [...rows, total('Subtotal', subtotal), total('VAT 20%', tax), total('Total due', subtotal + tax)],
    notes: ['Please pay within 30 days by bank transfer, quoting the invoice number.'],
    look: look(random, ['none', 'header', 'rows', 'stripes', 'grid']),
  };
}

/** An income statement over several periods, costs in brackets, with sums. */
export function incomeStatement(random: Random): Statement {
  const periods = random.integer(2, 5);
  const decimals = random.pick([0, 2]);
  const cell = (units: number): PrintedCell => ({
    lines: [units === 0 ? '–' : withSign(printSum(units, point, decimals), units < 0, 'brackets')],
    value: units === 0 ? '–' : units / 10 ** decimals,
  });
  const rows: PrintedRow[] = [];
  const totals = Array.from({ length: periods }, () => 0);
  const section = (name: string, sign: 1 | -1, used: readonly string[]) => {
    rows.push(row([word(name), ...totals.map(() => null)], 'section'));
    const sums = totals.map(() => 0);
    for (const label of used) {
      const values = totals.map(() => (random.chance(0.1) ? 0 : sign * random.integer(500, 9_000_000)));
      values.forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value;
        totals[index] = (totals[index] ?? 0) + value;
      });
      rows.push(row([word(label), ...values.map(cell)]));
    }
    rows.push(row([word(`Total ${name.toLowerCase()}`), ...sums.map(cell)], 'total'));
  };
  section('Income', 1, lines.slice(0, random.integer(2, 3)));
  section('Expenses', -1, lines.slice(3, random.integer(6, lines.length)));
  rows.push(row([word('Net result'), ...totals.map(cell)], 'total'));
  const year = 2024;
  return {
    hasSums: true,
    layout: 'income-statement',
    title: 'Statement of operations',
    letterhead: ['Vantrel Holdings plc'],
    facts: [['Currency', 'GBP']],
    columns: [
      left('', 505 - 75 * periods),
      ...totals.map((_, index) => right(periods > 3 ? ['Quarter', `Q${index + 1} 2023`] : String(year - index), 75)),
    ],
    rows,
    notes: ['The accompanying notes are an integral part of these statements.'],
    look: look(random, ['none', 'header'], random.pick(['sans', 'serif'])),
  };
}

/** A payslip: payments, then deductions, each with its sum. */
export function payslip(random: Random): Statement {
  const sum = (cents: number): PrintedCell => ({
    lines: [withSign(printSum(cents, point), cents < 0, 'minus')],
    value: cents / 100,
  });
  const part = (labels: readonly string[], total: string): PrintedRow[] => {
    const amounts = labels.map(() => random.integer(900, 280_000));
    return [
      ...labels.map((label, index) => row([word(label), sum(amounts[index] ?? 0), sum(12 * (amounts[index] ?? 0))])),
      row(
        [word(total), sum(amounts.reduce((a, b) => a + b, 0)), sum(12 * amounts.reduce((a, b) => a + b, 0))],
        'total',
      ),
    ];
  };
  const rows = [
    ...part(
      ['Basic pay', 'Overtime', 'On-call', 'Statutory sick pay'].slice(0, random.integer(2, 4)),
      'Total payments',
    ),
    ...part(
      ['PAYE tax', 'National Insurance', 'Pension', 'Student loan'].slice(0, random.integer(2, 4)),
      'Total deductions',
    ),
  ];
  return {
    hasSums: true,
    layout: 'payslip',
    title: 'Pay advice',
    letterhead: ['Ashgrove Veterinary Group'],
    facts: [
      ['Employee', 'Mr T. Okonkwo'],
      ['Employee no.', '00418'],
      ['Tax code', '1257L'],
    ],
    columns: [left('Description', 260), right('Amount', 90), right('Year to date', 100)],
    rows,
    notes: [],
    look: look(random, ['none', 'header', 'rows', 'grid']),
  };
}
