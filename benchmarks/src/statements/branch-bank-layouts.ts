import type { Random } from '@platen/cli/bench';
import type { BankLayout } from './bank-layouts.ts';
import { bankStatement } from './bank-statement.ts';
import { dateForms, everydaySum, type Notation } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedRow, Statement } from './statement-page.ts';
import { english, italian, spanish } from './statement-texts.ts';
import { layoutOf } from './world-bank-layouts.ts';

const sides: BankLayout['columns'] = [
  ['date', ['Date'], 65],
  ['text', ['Particulars'], 210],
  ['debit', ['Withdrawals'], 70],
  ['credit', ['Deposits'], 70],
  ['balance', ['Balance'], 85],
];

/** The newest booking first, as lists of online banks have it. */
function newestFirst(random: Random): Statement {
  const statement = bankStatement(layoutOf({ name: 'newest-first', columns: sides }, random), random);
  return { ...statement, rows: statement.rows.toReversed() };
}

/** Each page ends with the sums of its debits and credits, or of all so far, beside the balance. */
function pageSums(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'page-sums',
      columns: sides,
      carriedEvery: random.pick([8, 13, 18]),
      carriesSums: random.pick(['page', 'all']),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Two accounts in one table, each under its name, with balances of their own. */
function accountsInSections(random: Random): Statement {
  const layout = layoutOf({ name: 'accounts-in-sections', columns: sides }, random);
  const current = bankStatement(layout, random, 1000);
  const savings = bankStatement(layout, random, 2000);
  return {
    ...current,
    rows: [
      section('Current account 30918264', sides.length),
      ...current.rows,
      section('Savings account 55120042', sides.length),
      ...savings.rows,
    ],
  };
}

/** Amounts that are debits unless marked, and charges that are taken later in a column behind the balance. */
function accruedCharges(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'accrued-charges',
      columns: [
        ['date', ['Date'], 60],
        ['text', ['Description'], 215],
        ['amount', ['Amount'], 75],
        ['balance', ['Balance'], 85],
        ['charge', ['Accrued', 'Bank', 'Charges'], 60],
      ],
      signs: { amount: 'credit-mark', balance: 'credit-mark' },
    },
    random,
  );
  return bankStatement(layout, random);
}

/** A plus before what comes in, a minus before what goes out. */
function plusSigns(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'plus-signs',
      columns: [
        ['date', ['Date'], 70],
        ['text', ['Description'], 250],
        ['amount', ['Amount'], 85],
        ['balance', ['Balance'], 90],
      ],
      signs: { amount: 'plus', balance: 'minus' },
      ...(random.chance(0.5) ? { currency: { sign: '£', before: true, on: 'all' } as const } : {}),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** The side of each amount and balance in brackets right behind it. */
function bracketedSides(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'bracketed-sides',
      columns: [
        ['date', ['Date'], 65],
        ['text', ['Narration'], 170],
        ['reference', ['Chq/Ref No'], 85],
        ['amount', ['Withdrawal (Dr)/', 'Deposit (Cr)'], 90],
        ['balance', ['Balance'], 90],
      ],
      signs: { amount: 'bracketed-letters', balance: 'bracketed-letters' },
    },
    random,
  );
  return bankStatement(layout, random);
}

/** No credit on the first page or two: the column is empty there. */
function lateCredits(random: Random): Statement {
  const layout = layoutOf(
    { name: 'late-credits', columns: sides, creditsFrom: random.integer(12, 60), creditEvery: 4 },
    random,
  );
  return bankStatement(layout, random);
}

/** Two balances, booked and cleared, for the last booking of a day. */
function twoBalances(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'two-balances',
      notation: { decimal: '.', group: ',', date: dateForms.slashes },
      wording: spanish,
      columns: [
        ['date', ['OPER'], 58],
        ['value-date', ['LIQ'], 58],
        ['text', ['DESCRIPCION'], 150],
        ['debit', ['CARGOS'], 60],
        ['credit', ['ABONOS'], 60],
        ['balance', ['SALDO', 'OPERACION'], 68],
        ['cleared', ['SALDO', 'LIQUIDACION'], 68],
      ],
      balanceOnce: true,
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Amounts before the text that tells of them. */
function textLast(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'text-last',
      notation: { decimal: ',', group: '.', date: dateForms.shortYear },
      wording: italian,
      columns: [
        ['date', ['DATA', 'CONTABILE'], 65],
        ['value-date', ['DATA', 'VALUTA'], 65],
        ['debit', ['ADDEBITI (€)'], 80],
        ['credit', ['ACCREDITI (€)'], 80],
        ['text', ['DESCRIZIONE OPERAZIONI'], 200],
      ],
      signs: {},
      totals: true,
    },
    random,
  );
  return bankStatement(layout, random);
}

/** What came in before what went out, and a balance for each day, marked where it is overdrawn. */
function depositsFirst(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'deposits-first',
      notation: { decimal: '.', group: ',', date: dateForms.dayName, fullDate: dateForms.british },
      columns: [
        ['date', ['Date'], 55],
        ['text', ['Transaction Details'], 210],
        ['credit', ['Deposit'], 75],
        ['debit', ['Withdrawal'], 75],
        ['balance', ['Balance', '(DR=Debit)'], 85],
      ],
      signs: { balance: 'debit-suffix' },
      dateOnce: true,
      balanceOnce: true,
      summary: true,
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Deposits and withdrawals in tables of their own, each with its sum, then the balances of the days side by side. */
function depositsAndWithdrawals(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.american };
  const start = Date.UTC(2024, random.integer(0, 10), random.integer(1, 20));
  const at = (index: number) => day(start + index * 86_400_000, notation);
  const base = bankStatement(layoutOf({ name: 'deposits-and-withdrawals', notation, columns: sides }, random), random);
  const part = (title: string, count: number, first: number): Statement => {
    const sums = Array.from({ length: count }, () => everydaySum(random));
    const rows = sums.map((cents, index) =>
      row([at(index), word(`${random.pick(english.bookings)} ${first + index}`), amount(cents, notation)]),
    );
    const total = sums.reduce((sum, cents) => sum + cents, 0);
    const closing = row([null, word(`Total ${title.toLowerCase()}`), amount(total, notation)], 'total');
    const columns = [left('Date', 80), left('Description', 320), right('Amount', 95)];
    return { ...base, title, columns, rows: [...rows, closing], hasSums: true };
  };
  const balances = Array.from({ length: random.integer(3, 9) }, (_, index): PrintedRow => {
    const cells = [0, 1, 2].flatMap((entry) => [
      at(3 * index + entry),
      amount(random.integer(50_000, 900_000), notation),
    ]);
    return row(cells);
  });
  const daily: Statement = {
    ...base,
    title: 'Daily ending balance',
    columns: [0, 1, 2].flatMap(() => [left('Date', 75), right('Amount', 85)]),
    rows: balances,
    hasSums: false,
    entryColumns: 2,
  };
  const out = part('Electronic withdrawals', random.integer(10, 40), 2000);
  return { ...part('Deposits and additions', random.integer(2, 12), 1000), next: { ...out, next: daily } };
}

/** Statements as branches and online banks of more countries print them. */
export const branchBankLayouts = [
  newestFirst,
  pageSums,
  accountsInSections,
  accruedCharges,
  plusSigns,
  bracketedSides,
  lateCredits,
  twoBalances,
  textLast,
  depositsFirst,
  depositsAndWithdrawals,
] as const;
