import type { Random } from '@platen/cli/bench';
import { bankStatement } from './bank-statement.ts';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum } from './notation.ts';
import { amount, day, left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, PrintedRow, Statement } from './statement-page.ts';
import { french, german, type Wording } from './statement-texts.ts';
import { layoutOf } from './world-bank-layouts.ts';

const dayMs = 86_400_000;
const eu: Notation = { decimal: ',', group: '.', date: dateForms.dotted };

/** The number of each booking right before its date: `1 02-May-2024`. */
function numberedDays(random: Random): Statement {
  const statement = bankStatement(
    layoutOf(
      {
        name: 'numbered-days',
        notation: { decimal: '.', group: ',', lakhs: true, date: dateForms.dashes },
        columns: [
          ['number', ['S.No'], 24],
          ['date', ['Txn Date'], 68],
          ['text', ['Remarks'], 150],
          ['cheque', ['Cheque No.'], 58],
          ['debit', ['Withdrawal'], 65],
          ['credit', ['Deposit'], 65],
          ['balance', ['Balance'], 75],
        ],
      },
      random,
    ),
    random,
  );
  return {
    ...statement,
    columns: statement.columns.map((own, index) => (index === 0 ? { ...own, align: 'right' } : own)),
    look: { ...statement.look, cellGapPt: 4 },
  };
}

/** Headings in two languages below each other, as where a country has two. */
function bilingual(random: Random): Statement {
  return bankStatement(
    layoutOf(
      {
        name: 'bilingual',
        notation: eu,
        wording: random.pick([french, german]),
        columns: [
          ['date', ['Datum', 'Date'], 66],
          ['text', ['Omschrijving', 'Description'], 200],
          ['value-date', ['Valuta', 'Valeur'], 66],
          ['debit', ['Debet (EUR)', 'Débit (EUR)'], 76],
          ['credit', ['Credit (EUR)', 'Crédit (EUR)'], 76],
        ],
        totals: true,
      },
      random,
    ),
    random,
  );
}

/** Details that begin with a date or a number, as those of cards and standing orders do. */
function datedDetails(random: Random): Statement {
  const wording: Wording = {
    ...german,
    more: [
      '02.05.2024 14:31 KARTE 4',
      '4711 0815',
      '12.05. 08:12 Uhr',
      '2 x Monatskarte',
      '1.204 km',
      'EUR 20,00 + EUR 4,90',
    ],
  };
  return bankStatement(
    layoutOf(
      {
        name: 'dated-details',
        notation: eu,
        wording,
        mostLines: 3,
        columns: [
          ['date', ['Datum'], 66],
          ['text', ['Erläuterung'], 230],
          ['amount', ['Betrag EUR'], 90],
          ['balance', ['Saldo'], 90],
        ],
        signs: { amount: random.pick(['minus', 'trailing', 'plus']), balance: 'minus' },
      },
      random,
    ),
    random,
  );
}

/** What goes out first, what comes in on the last pages: a column that some pages have nothing in. */
function outThenIn(random: Random): Statement {
  const statement = bankStatement(
    layoutOf(
      {
        name: 'out-then-in',
        totals: true,
        columns: [
          ['date', ['Date'], 66],
          ['text', ['Details'], 230],
          ['debit', ['Payments out'], 80],
          ['credit', ['Payments in'], 80],
        ],
        creditEvery: 2,
      },
      random,
    ),
    random,
  );
  const isIn = ({ cells }: PrintedRow) => cells[3] !== null;
  const records = statement.rows.slice(0, -1);
  return {
    ...statement,
    rows: [...records.filter((own) => !isIn(own)), ...records.filter(isIn), ...statement.rows.slice(-1)],
    look: { ...statement.look, rowGapPt: random.pick([5, 9]) },
  };
}

/** The balance of each day on a line of its own, between the bookings. */
function dayClosings(random: Random): Statement {
  const notation = random.pick([
    eu,
    { ...eu, group: ' ' },
    { decimal: '.', group: "'", date: dateForms.dotted },
  ] as const);
  let at = Date.UTC(2024, random.integer(0, 9), random.integer(2, 20));
  let balance = random.integer(90_000, 900_000);
  const balanceRow = (name: string) =>
    row([null, word(`${name} ${notation.date(new Date(at))}`), null, null, amount(balance, notation)], 'total');
  const rows = [balanceRow('Saldovortrag')];
  const count = random.integer(6, 18);
  for (let index = 0; index < count; index += 1) {
    at += random.integer(1, 3) * dayMs;
    for (let own = random.integer(1, 4); own > 0; own -= 1) {
      const isCredit = random.chance(0.25);
      const cents = everydaySum(random);
      balance += isCredit ? cents : -cents;
      const text = word(`${random.pick(german.bookings)} ${1000 + 10 * index + own}`);
      const printed = amount(cents, notation);
      rows.push(row([day(at, notation), text, isCredit ? null : printed, isCredit ? printed : null, null]));
    }
    rows.push(balanceRow('Saldo per'));
  }
  const columns = [
    left('Datum', 66),
    left('Buchungstext', 200),
    right('Belastung', 78),
    right('Gutschrift', 78),
    right('Saldo', 82),
  ];
  return businessDocument('day-closings', 'Kontoauszug', { columns, rows, hasSums: true }, random);
}

/** An account as bookkeepers draw it: debits on the left, credits on the right, both sides with the same sum. */
function tAccount(random: Random): Statement {
  const side = (letter: string) => {
    let at = Date.UTC(2024, 0, 3);
    return Array.from({ length: random.integer(4, 22) }, (_, index) => {
      at += random.integer(0, 4) * dayMs;
      return { at, text: `${random.pick(german.bookings)} ${letter}${10 + index}`, cents: everydaySum(random) };
    });
  };
  const sides = [side('S'), side('H')];
  const sums = sides.map((own) => own.reduce((total, { cents }) => total + cents, 0));
  const most = Math.max(...sums);
  sides.forEach((own, index) => {
    const rest = most - (sums[index] ?? 0);
    if (rest > 0) own.push({ at: Date.UTC(2024, 11, 31), text: 'Saldo', cents: rest });
  });
  const rows = Array.from({ length: Math.max(...sides.map(({ length }) => length)) }, (_, index) =>
    row(
      sides.flatMap((own): (PrintedCell | null)[] => {
        const entry = own[index];
        return entry === undefined
          ? [null, null, null]
          : [day(entry.at, eu), word(entry.text), amount(entry.cents, eu)];
      }),
    ),
  );
  const total = row(
    ['Summe Soll', 'Summe Haben'].flatMap((name) => [null, word(name), amount(most, eu)]),
    'total',
  );
  const columns = ['Soll', 'Haben'].flatMap((name) => [left('Datum', 56), left('Text', 112), right(name, 76)]);
  return businessDocument(
    't-account',
    'Konto 1200 Bank',
    { columns, rows: [...rows, total], hasSums: true, entryColumns: 3 },
    random,
  );
}

/** Each amount in the currency it was paid in and in that of the account, both with their currency. */
function amountsInBoth(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: "'", date: dateForms.dotted };
  let total = 0;
  let at = Date.UTC(2024, random.integer(0, 9), 2);
  const rows = Array.from({ length: random.integer(6, 40) }, (_, index) => {
    at += random.integer(0, 2) * dayMs;
    const cents = everydaySum(random);
    total += cents;
    const own = Math.round(cents * 0.93);
    const currency = random.pick(['EUR', 'USD', 'GBP', 'SEK']);
    return row([
      day(at, notation),
      word(`${random.pick(german.bookings)} ${300 + index}`),
      { lines: [`${currency} ${printSum(own, notation)}`], value: own / 100 },
      { lines: [`CHF ${printSum(cents, notation)}`], value: cents / 100 },
    ]);
  });
  const columns = [left('Datum', 70), left('Text', 190), right('Foreign amount', 100), right('Belastung', 110)];
  const sumRow = row(
    [null, word('Total'), null, { lines: [`CHF ${printSum(total, notation)}`], value: total / 100 }],
    'total',
  );
  return businessDocument(
    'amounts-in-both',
    'Spesenabrechnung',
    { columns, rows: [...rows, sumRow], hasSums: true },
    random,
  );
}

/** Accounts as bookkeepers and banks of several countries print them. */
export const accountBookLayouts = [
  numberedDays,
  bilingual,
  datedDetails,
  outThenIn,
  dayClosings,
  tAccount,
  amountsInBoth,
];
