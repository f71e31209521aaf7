import type { Random } from '@platen/cli/bench';
import { dateForms, type Notation, printSum } from './notation.ts';
import { left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, Statement } from './statement-page.ts';
import { accounts, customers } from './statement-texts.ts';

const notations: readonly [Notation, ...Notation[]] = [
  { decimal: '.', group: ',', date: dateForms.slashes },
  { decimal: ',', group: '.', date: dateForms.dotted },
  { decimal: ',', group: ' ', date: dateForms.slashes },
  { decimal: '.', group: '', date: dateForms.iso },
];

function look(random: Random): Statement['look'] {
  return {
    font: random.pick(['sans', 'serif']),
    sizePt: random.pick([7.5, 8, 9]),
    linePt: 11,
    rowGapPt: random.pick([0, 2, 5]),
    rules: random.pick(['none', 'header', 'rows', 'stripes', 'grid']),
    repeatHeader: random.chance(0.7),
    boldHeader: random.chance(0.8),
    headings: random.pick(['column', 'column', 'center']),
    topOnEveryPage: random.chance(0.3),
  };
}

/** Accounts with what they owe or own, in one of two columns each; both come to the same total. */
export function trialBalance(random: Random): Statement {
  const notation = random.pick(notations);
  const sum = (cents: number): PrintedCell => ({ lines: [printSum(cents, notation)], value: cents / 100 });
  const count = random.pick([8, 15, accounts.length]);
  let difference = 0;
  let total = 0;
  const rows = accounts.slice(0, count).map((name, index) => {
    const isLast = index === count - 1;
    const isDebit = isLast ? difference < 0 : random.chance(0.7);
    const cents = isLast ? Math.abs(difference) : random.integer(900, 30_000_000);
    difference += isDebit ? cents : -cents;
    if (isDebit) total += cents;
    const code = 4000 + index * 10;
    return row([
      { lines: [String(code)], value: code },
      word(name),
      isDebit ? sum(cents) : null,
      isDebit ? null : sum(cents),
    ]);
  });
  return {
    hasSums: true,
    layout: 'trial-balance',
    title: 'Trial balance',
    letterhead: ['Orrin & Daughters Ltd'],
    facts: [['Period to', notation.date(new Date(Date.UTC(2024, 2, 31)))]],
    columns: [
      left('Code', 60),
      left('Account', random.integer(200, 270)),
      right(['Debit'], random.integer(75, 90)),
      right(['Credit'], random.integer(75, 85)),
    ],
    rows: [...rows, row([null, word('Total'), sum(total), sum(total)], 'total')],
    notes: [],
    look: look(random),
  };
}

/** What customers owe by age: most cells are empty, each row and each column is summed up. */
export function agedDebts(random: Random): Statement {
  const notation = random.pick(notations);
  const sum = (cents: number): PrintedCell | null =>
    cents === 0 ? null : { lines: [printSum(cents, notation)], value: cents / 100 };
  const ages = random.pick([
    ['Current', '30 days', '60 days', '90 days'],
    ['Not due', '1-30', '31-60', '61-90', 'Over 90'],
  ]);
  const totals: number[] = ages.map(() => 0);
  const rows = customers.slice(0, random.integer(6, customers.length)).map((name) => {
    const owed: number[] = ages.map((_, age) =>
      random.chance(age === 0 ? 0.7 : 0.25) ? random.integer(900, 2_500_000) : 0,
    );
    if (!owed.some((cents) => cents > 0)) owed[0] = random.integer(900, 90_000);
    owed.forEach((cents, age) => {
      totals[age] = (totals[age] ?? 0) + cents;
    });
    return row([word(name), ...owed.map(sum), sum(owed.reduce((a, b) => a + b, 0))]);
  });
  const widthPt = random.integer(58, 62);
  return {
    hasSums: true,
    layout: 'aged-debts',
    title: 'Aged receivables',
    letterhead: ['Orrin & Daughters Ltd'],
    facts: [['As at', notation.date(new Date(Date.UTC(2024, 2, 31)))]],
    columns: [left('Customer', 140), ...ages.map((age) => right([age], widthPt)), right(['Total'], widthPt + 8)],
    rows: [...rows, row([word('Total'), ...totals.map(sum), sum(totals.reduce((a, b) => a + b, 0))], 'total')],
    notes: [],
    look: look(random),
  };
}
