import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, namedDay, printSum, withSign } from './notation.ts';
import { amount, day, left, right, row, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { english, german } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.british };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const dayMs = 86_400_000;

/** What moved an account: out of it where the sum is negative. */
interface Movement {
  readonly at: number;
  readonly name: string;
  readonly cents: number;
  readonly balance: number;
  readonly isLastOfDay: boolean;
}

function movements(random: Random, names: readonly [string, ...string[]], opening: number): readonly Movement[] {
  let at = Date.UTC(2024, random.integer(0, 10), random.integer(1, 20));
  let balance = opening;
  return Array.from({ length: random.pick([12, 20, 34, 60]) }, (_, index) => {
    const cents = random.chance(0.25) ? random.integer(20_000, 400_000) : -everydaySum(random);
    balance += cents;
    const own = { at, name: `${random.pick(names)} ${1000 + index}`, cents, balance };
    const step = random.pick([0, 0, 1, 1, 2, 3]);
    at += step * dayMs;
    return { ...own, isLastOfDay: step > 0 };
  });
}

function lines(...own: readonly string[]): PrintedCell {
  return { lines: own, value: own.join(' ') };
}

/** An amount as it is printed, with its sign in the value. */
function printed(text: string, cents: number): PrintedCell {
  return { lines: [text], value: cents === 0 ? 0 : cents / 100 };
}

function statement(
  layout: string,
  columns: readonly PrintedColumn[],
  rows: readonly PrintedRow[],
  random: Random,
  look: Partial<Statement['look']> = {},
): Statement {
  return businessDocument(layout, 'Account statement', { columns, rows, hasSums: true }, random, {
    topOnEveryPage: false,
    ...look,
  });
}

/** A bank that is an app: the year below day and month, what comes in before what goes out, a currency behind each. */
function appBank(random: Random): Statement {
  const euros = (cents: number) => printed(`${printSum(cents, comma)} €`, Math.abs(cents));
  const month = namedDay('german');
  const rows = movements(random, german.bookings, random.integer(500_000, 900_000)).map(
    ({ at, name, cents, balance }) => {
      const [dayOfMonth = '', monthName = '', year = ''] = month(new Date(at)).split(' ');
      return row([
        { lines: [`${dayOfMonth} ${monthName}`, year], value: new Date(at) },
        word(random.pick(['Überweisung', 'Kartentransaktion', 'Zinszahlung'])),
        lines(name, ...(random.chance(0.6) ? [random.pick(german.more)] : [])),
        cents > 0 ? euros(cents) : null,
        cents < 0 ? euros(cents) : null,
        { lines: [`${withSign(printSum(balance, comma), balance < 0, 'minus')} €`], value: balance / 100 },
      ]);
    },
  );
  const columns = [
    left('DATUM', 45),
    left('TYP', 75),
    left('BESCHREIBUNG', 130),
    right('ZAHLUNGSEINGANG', 97),
    right('ZAHLUNGSAUSGANG', 97),
    right('SALDO', 60),
  ];
  return statement('app-bank', columns, rows, random, {
    headings: 'column',
    rules: random.pick(['none', 'header', 'rows']),
  });
}

/** A payment service: the day below what was paid, in smaller words, the newest first; no column of dates. */
function transferService(random: Random): Statement {
  const all = movements(random, english.bookings, random.integer(900_000, 2_000_000));
  const rows = all
    .toReversed()
    .map(({ at, name, cents, balance }) =>
      row([
        lines(
          name,
          `${dateForms.british(new Date(at))} Transaction: TRANSFER-${random.integer(100_000_000, 999_999_999)}`,
        ),
        cents > 0 ? amount(cents, point) : null,
        cents < 0 ? amount(cents, point) : null,
        amount(balance, point),
      ]),
    );
  const columns = [left('Description', 280), right('Incoming', 70), right('Outgoing', 70), right('Amount', 80)];
  return statement('transfer-service', columns, rows, random);
}

/** A shop's account: each payment with its fee and what is left of it. */
function paymentFees(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.american };
  const sums = [0, 0, 0];
  const rows = movements(random, ['Payment received', 'Website payment', 'Refund sent', 'Transfer to bank'], 0).map(
    ({ at, name, cents }) => {
      const fee = cents > 0 ? -Math.round(cents * 0.029 + 30) : 0;
      [cents, fee, cents + fee].forEach((value, index) => {
        sums[index] = (sums[index] ?? 0) + value;
      });
      return row([
        day(at, notation),
        lines(name, `ID: ${random.integer(10, 99)}X${random.integer(1_000_000, 9_999_999)}K`),
        word('USD'),
        amount(cents, notation),
        amount(fee, notation),
        amount(cents + fee, notation),
      ]);
    },
  );
  const end = row([null, word('Total'), null, ...sums.map((sum) => amount(sum, notation))], 'total');
  const columns = [
    left('Date', 65),
    left('Description', 210),
    left('Currency', 50),
    right('Gross', 60),
    right('Fee', 55),
    right('Net', 65),
  ];
  return statement('payment-fees', columns, [...rows, end], random);
}

/** An everyday account: days without a year, amounts on the last line, a dollar and a side at the balance of each day. */
function dailySides(random: Random): Statement {
  const opening = random.integer(300_000, 900_000) + 10_000_000;
  const side = (cents: number) => printed(`$${printSum(cents, point)} ${cents < 0 ? 'DR' : 'CR'}`, cents);
  const all = movements(random, english.bookings, opening);
  const rows = all.map(({ at, name, cents, balance, isLastOfDay }, index): PrintedRow => {
    const sum = printSum(cents, point);
    const isLast = isLastOfDay || index === all.length - 1;
    return {
      ...row([
        { lines: [dateForms.dayName(new Date(at))], value: new Date(at) },
        lines(name, 'Card xx1204', `Value Date: ${dateForms.slashes(new Date(at))}`),
        cents < 0 ? printed(sum, -cents) : null,
        cents > 0 ? printed(`$${sum}`, cents) : null,
        isLast ? side(balance) : null,
      ]),
      amountsOn: 'last',
    };
  });
  const first = row([null, word('2024 OPENING BALANCE'), null, null, side(opening)]);
  const end = row([null, word('2024 CLOSING BALANCE'), null, null, side(all.at(-1)?.balance ?? opening)], 'total');
  const columns = [
    left('Date', 45),
    left('Transaction', 230),
    right('Debit', 65),
    right('Credit', 75),
    right('Balance', 90),
  ];
  return statement('daily-sides', columns, [first, ...rows, end], random);
}

/** Deposits with the amount before the text, checks three abreast with a mark behind a gap in their numbers, balances of days. */
function regionalBank(random: Random): Statement {
  const notation: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
  const start = Date.UTC(2024, random.integer(0, 10), 14);
  const short = (index: number): PrintedCell => {
    const at = new Date(start + index * dayMs);
    return { lines: [dateForms.american(at)], value: at };
  };
  const list = (title: string, count: number, first: number): Statement => {
    const sums = Array.from({ length: count }, () => everydaySum(random));
    const rows = sums.map((cents, index) =>
      row([short(index), amount(cents, notation), word(`${random.pick(english.bookings)} ${first + index}`)]),
    );
    const total = amount(
      sums.reduce((sum, cents) => sum + cents, 0),
      notation,
    );
    const columns = [left('Date', 70), right('Amount', 80), left('Description', 340)];
    const end = row([word('Total'), total, null], 'total');
    return { ...statement('regional-bank', columns, [...rows, end], random), title };
  };
  const base = list('Deposits & Credits', random.integer(3, 14), 1000);
  const check = (number: number): readonly PrintedCell[] => {
    const hasGap = random.chance(0.2);
    return [
      { lines: [`${number}${hasGap ? '*' : ''}`], value: hasGap ? `${number}*` : number },
      amount(everydaySum(random), notation),
      short(number % 25),
    ];
  };
  const checks: Statement = {
    ...base,
    title: 'Checks',
    columns: [0, 1, 2].flatMap(() => [left('Check', 45), right('Amount', 60), left('Date', 62)]),
    rows: Array.from({ length: random.integer(2, 12) }, (_, index) =>
      row([0, 1, 2].flatMap((entry) => check(2000 + 3 * index + entry))),
    ),
    hasSums: false,
    entryColumns: 3,
  };
  const debits = { ...list('Debits', random.integer(6, 40), 5000), look: base.look };
  return { ...base, next: { ...debits, next: checks } };
}

/** Details first, the day as four or eight figures between amounts and balance, what goes out with a minus behind it. */
function dateBeforeBalance(random: Random): Statement {
  const opening = random.integer(2_000_000, 9_000_000);
  const compact = (at: number) => dateForms.iso(new Date(at)).replaceAll('-', '');
  const trailing = (cents: number) => printed(withSign(printSum(cents, point), cents < 0, 'trailing'), cents);
  const all = movements(random, english.bookings, opening);
  const rows = all.map(({ at, name, cents, balance }) =>
    row([
      lines(name, ...(random.chance(0.5) ? [random.pick(english.more)] : [])),
      random.chance(0.1) ? word('##') : null,
      cents < 0 ? trailing(cents) : null,
      cents > 0 ? trailing(cents) : null,
      { lines: [compact(at)], value: 'code' },
      trailing(balance),
    ]),
  );
  const first = row([word('BALANCE BROUGHT FORWARD'), null, null, null, null, trailing(opening)]);
  const columns = [
    left('Details', 190),
    left(['Service', 'fee'], 40),
    right('Debits', 70),
    right('Credits', 70),
    right('Date', 50),
    right('Balance', 80),
  ];
  // Without white between records, nothing shows which lines of text are of one.
  return statement('date-before-balance', columns, [first, ...rows], random, { rowGapPt: random.pick([3, 5, 6]) });
}

/** Text first, the days last, and neither a balance nor a sign. */
function daysLast(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: ' ', date: dateForms.dotted };
  const all = movements(random, ['Varekjøp', 'Overføring Nettbank', 'Nettgiro', 'Lønn', 'Avtalegiro', 'Minibank'], 0);
  const total = (sign: 1 | -1) =>
    all.reduce((sum, { cents }) => sum + (Math.sign(cents) === sign ? Math.abs(cents) : 0), 0);
  const rows = all.map(({ at, name, cents }) =>
    row([
      word(name),
      { lines: [dateForms.dottedPair(new Date(at))], value: new Date(at) },
      cents < 0 ? amount(-cents, notation) : null,
      cents > 0 ? amount(cents, notation) : null,
      day(at, notation),
    ]),
  );
  const end = row([word('Sum'), null, amount(total(-1), notation), amount(total(1), notation), null], 'total');
  const columns = [
    left('Forklaring', 220),
    left('Rentedato', 55),
    right('Ut av konto', 75),
    right('Inn på konto', 75),
    left('Bokført', 70),
  ];
  return statement('days-last', columns, [...rows, end], random);
}

/** Day and time in one, balance and amount with their currency, the text last and wrapped. */
function timesAndTexts(random: Random): Statement {
  const lira = (cents: number) => printed(`${withSign(printSum(cents, comma), cents < 0, 'minus')} TL`, cents);
  const names = ['EFT Gönderimi', 'Market Alisverisi', 'Para Çekme', 'Maas Ödemesi', 'Fatura Tahsilati'] as const;
  const rows = movements(random, names, random.integer(500_000, 3_000_000)).map(({ at, name, cents, balance }) => {
    const time = `${random.integer(10, 23)}:${random.integer(10, 59)}`;
    return row([
      { lines: [`${dateForms.slashes(new Date(at))}-${time}`], value: 'code' },
      word(random.pick(['Mobil', 'Sube', 'ATM'])),
      lira(cents),
      lira(balance),
      lines(name, ...(random.chance(0.4) ? [`Ref ${random.integer(1000, 9999)} Istanbul Kadiköy`] : [])),
    ]);
  });
  const columns = [
    left('Tarih/Saat', 90),
    left('Kanal', 55),
    right('Islem Tutari', 85),
    right('Bakiye', 85),
    left('Açiklama', 180),
  ];
  return statement('times-and-texts', columns, rows, random);
}

/** Statements of app banks and payment services, and of banks that put the columns in an order of their own. */
export const paymentServiceLayouts = [
  appBank,
  transferService,
  paymentFees,
  dailySides,
  regionalBank,
  dateBeforeBalance,
  daysLast,
  timesAndTexts,
] as const;
