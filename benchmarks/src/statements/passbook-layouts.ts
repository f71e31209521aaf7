import type { Random } from '@platen/cli/bench';
import { dayAlone, dayMs, movements, printed, texts } from './account-movements.ts';
import { bankStatement } from './bank-statement.ts';
import { businessDocument } from './business-document.ts';
import { dateForms, type Notation, printSum } from './notation.ts';
import { amount, day, left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, PrintedRow, Statement } from './statement-page.ts';
import { english, german, portuguese } from './statement-texts.ts';
import { layoutOf } from './world-bank-layouts.ts';

/** German: days of booking and value without a year, the side as a letter behind each amount, old and new balance in line with these. */
function lettersForSides(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: '.', date: dateForms.dottedDays };
  const opening = random.integer(900_000, 4_000_000);
  const own = movements(random, random.pick([9, 18, 40]), opening);
  const rows = own.map(({ at, cents }, index) =>
    row([
      dayAlone(at, notation),
      dayAlone(at + dayMs, notation),
      texts([`${random.pick(german.bookings)} ${1000 + index}`, ...german.more.slice(0, random.integer(0, 3))]),
      printed(cents, notation, 'soll-haben'),
    ]),
  );
  const balance = (text: string, cents: number) =>
    row([null, null, word(text), printed(cents, notation, 'soll-haben')], 'total');
  const columns = [left('Bu-Tag', 50), left('Wert', 50), left('Vorgang', 290), right('EUR', 110)];
  return businessDocument(
    'letters-for-sides',
    'Kontoauszug 5/2024',
    {
      columns,
      rows: [
        balance('alter Kontostand vom 30.04.2024', opening),
        ...rows,
        balance('neuer Kontostand vom 31.05.2024', own.at(-1)?.balance ?? opening),
      ],
      hasSums: false,
    },
    random,
    { repeatHeader: true },
  );
}

/** Indian: what a printer of dots puts into a passbook, a side behind each balance, brought forward on each page. */
function passbook(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'passbook',
      font: 'mono',
      notation: { decimal: '.', group: ',', lakhs: true, date: dateForms.shortYear },
      columns: [
        ['date', ['Date'], 58],
        ['text', ['Particulars'], 165],
        ['cheque', ['Chq.No.'], 52],
        ['debit', ['Withdrawals'], 72],
        ['credit', ['Deposits'], 72],
        ['balance', ['Balance'], 86],
      ],
      rules: [random.pick(['none', 'header'])],
      signs: { balance: 'credit-mark' },
      mostLines: random.pick([1, 2]),
      carriedEvery: random.pick([0, 12, 20]),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** American: what all accounts hold, then the deposits and withdrawals of each with their balance below, under its own title. */
function combinedAccounts(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.monthDay, fullDate: dateForms.american };
  const names = ['Everyday Checking', 'Way2Save Savings'] as const;
  const openings = names.map(() => random.integer(900_000, 4_000_000));
  const own = openings.map((opening) => movements(random, random.integer(5, 30), opening));
  const endings = own.map((moved, index) => moved.at(-1)?.balance ?? openings[index] ?? 0);
  const total = (cents: readonly number[]) => cents.reduce((sum, value) => sum + value, 0);
  const base = businessDocument(
    'combined-accounts',
    'Summary of your accounts',
    {
      columns: [
        left('Account', 190),
        left('Number', 100),
        right('Beginning balance', 105),
        right('Ending balance', 105),
      ],
      rows: [
        ...names.map((name, index) =>
          row([
            word(name),
            word(`xxxxx${1204 + index}`),
            amount(openings[index] ?? 0, notation),
            amount(endings[index] ?? 0, notation),
          ]),
        ),
        row(
          [word('Total deposit accounts'), null, amount(total(openings), notation), amount(total(endings), notation)],
          'total',
        ),
      ],
      hasSums: true,
    },
    random,
  );
  const columns = [
    left('Date', 45),
    left('Description', 215),
    right('Additions', 75),
    right('Subtractions', 80),
    right(['Ending daily', 'balance'], 85),
  ];
  const details = (index: number): Statement => ({
    ...base,
    title: `${names[index]} transactions`,
    columns,
    rows: [
      ...(own[index] ?? []).map(({ at, cents, balance, isLastOfDay }, line) =>
        row([
          dayAlone(at, notation),
          texts([
            `${random.pick(english.bookings)} ${index}${100 + line}`,
            ...(random.chance(0.3) ? ['Ref 8812'] : []),
          ]),
          cents > 0 ? amount(cents, notation) : null,
          cents < 0 ? amount(-cents, notation) : null,
          isLastOfDay ? amount(balance, notation) : null,
        ]),
      ),
      row([null, word('Ending balance'), null, null, amount(endings[index] ?? 0, notation)], 'total'),
    ],
    hasSums: true,
  });
  return { ...base, next: { ...details(0), next: details(1) } };
}

/** Brazilian app bank: each day names itself and what it sums up to; its payments below, with who was paid on a second line. */
function daySections(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: '.', date: dateForms.slashes };
  const own = movements(random, random.pick([8, 20, 44]), random.integer(900_000, 4_000_000));
  const rows = [...Map.groupBy(own, ({ at }) => at)].flatMap(([at, moved]) => [
    row(
      [
        day(at, notation),
        word('Total do dia'),
        printed(
          moved.reduce((sum, { cents }) => sum + cents, 0),
          notation,
          'plus',
        ),
      ],
      'total',
    ),
    ...moved.map(({ cents }) =>
      row([
        null,
        texts([
          `${random.pick(portuguese.bookings)} ${1000 + own.findIndex((other) => other.cents === cents)}`,
          ...(random.chance(0.6) ? ['Agência 1 Conta 2281-4'] : []),
        ]),
        printed(cents, notation, 'minus'),
      ]),
    ),
  ]);
  const columns = [left('Data', 80), left('Movimentações', 320), right('Valor (R$)', 100)];
  return businessDocument('day-sections', 'Extrato da conta', { columns, rows, hasSums: false }, random);
}

/** Japanese: an asterisk before each amount, no decimals, the text behind the balance. */
function starredAmounts(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.iso };
  const star = (units: number): PrintedCell => ({ lines: [`*${printSum(units, notation, 0)}`], value: units });
  const own = movements(random, random.pick([9, 20, 48]), random.integer(900_000, 4_000_000));
  const rows = own.map(({ at, cents, balance }, index) =>
    row([
      day(at, notation),
      cents < 0 ? star(-cents) : null,
      cents > 0 ? star(cents) : null,
      star(balance),
      word(`${random.pick(['SALARY', 'CARD', 'GAS', 'ATM TRANSFER', 'INTEREST'])} ${1000 + index}`),
    ]),
  );
  const columns = [
    left('Date', 75),
    right('Withdrawal', 90),
    right('Deposit', 90),
    right('Balance', 100),
    left('Memo', 140),
  ];
  return businessDocument('starred-amounts', 'Ordinary deposit', { columns, rows, hasSums: true }, random);
}

/** British: a code for the kind of payment before wrapped payees, one heading over both, day and balance once a day. */
function paymentTypes(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.shortName };
  const opening = random.integer(900_000, 2_000_000);
  const own = movements(random, random.pick([10, 24, 50]), opening);
  const rows = own.map(
    ({ at, cents, balance, isLastOfDay }, index): PrintedRow => ({
      ...row([
        own[index - 1]?.at === at ? null : day(at, notation),
        word(cents > 0 ? random.pick(['CR', 'BGC']) : random.pick(['DD', 'VIS', 'BP', 'SO', 'ATM', ')))'])),
        texts([`${random.pick(english.bookings)} ${1000 + index}`, ...english.more.slice(0, random.integer(0, 2))]),
        cents < 0 ? amount(-cents, notation) : null,
        cents > 0 ? amount(cents, notation) : null,
        isLastOfDay ? amount(balance, notation) : null,
      ]),
      amountsOn: 'last',
    }),
  );
  const group = 'Payment type and details';
  const balanceRow = (name: string, cents: number) =>
    row([null, null, word(name), null, null, amount(cents, notation)], 'total');
  const columns = [
    left('Date', 52),
    { ...left([], 32), group },
    { ...left([], 205), group },
    right('Paid out', 68),
    right('Paid in', 68),
    right('Balance', 75),
  ];
  return businessDocument(
    'payment-types',
    'Your current account details',
    {
      columns,
      rows: [
        balanceRow('BALANCE BROUGHT FORWARD', opening),
        ...rows,
        balanceRow('BALANCE CARRIED FORWARD', own.at(-1)?.balance ?? opening),
      ],
      hasSums: true,
    },
    random,
    { headings: 'column' },
  );
}

/** Passbooks and statements as banks of more countries print them. */
export const passbookLayouts = [
  lettersForSides,
  passbook,
  combinedAccounts,
  daySections,
  starredAmounts,
  paymentTypes,
] as const;
