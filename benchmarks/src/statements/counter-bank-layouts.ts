import type { Random } from '@platen/cli/bench';
import { dayMs, movements, printed, texts } from './account-movements.ts';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedRow, Statement } from './statement-page.ts';
import { english, german, swedish } from './statement-texts.ts';

const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const point: Notation = { decimal: '.', group: ',', date: dateForms.american };

/** German: the days of booking and value a word space apart, under headings as close. */
function closeDates(random: Random): Statement {
  const opening = random.integer(900_000, 4_000_000);
  const own = movements(random, random.pick([9, 22, 45]), opening);
  const rows = own.map(({ at, cents, balance }, index) =>
    row([
      day(at, comma),
      day(at + dayMs, comma),
      texts([`${random.pick(german.bookings)} ${1000 + index}`, ...german.more.slice(0, random.integer(0, 2))]),
      printed(cents, comma, 'minus'),
      amount(balance, comma),
    ]),
  );
  const balanceRow = (text: string, cents: number) =>
    row([null, null, word(text), null, amount(cents, comma)], 'total');
  const columns = [
    left('Buchung', 47),
    left('Valuta', 49),
    left('Vorgang', 240),
    right('Umsatz', 80),
    right('Saldo', 85),
  ];
  return businessDocument(
    'close-dates',
    'Kontoauszug Nr. 3',
    {
      columns,
      rows: [balanceRow('Anfangssaldo', opening), ...rows, balanceRow('Endsaldo', own.at(-1)?.balance ?? opening)],
      hasSums: true,
    },
    random,
    { font: 'sans', sizePt: 8, cellGapPt: 4, rules: random.pick(['none', 'header', 'stripes'] as const) },
  );
}

/** The sign of each amount in a narrow column of its own, before or behind it. */
function signColumn(random: Random): Statement {
  const notation = random.pick([comma, point]);
  const marks = random.pick<readonly [string, string]>([
    ['-', '+'],
    ['–', '+'],
    ['Af', 'Bij'],
  ]);
  const own = movements(random, random.pick([8, 20, 44]), random.integer(900_000, 4_000_000));
  const rows = own.map(({ at, cents, balance }, index) => {
    const mark = marks[cents < 0 ? 0 : 1];
    const sum: PrintedCell = { lines: [printSum(Math.abs(cents), notation)], value: cents / 100, side: mark };
    return row([
      day(at, notation),
      texts([`${random.pick(english.bookings)} ${1000 + index}`, ...english.more.slice(0, random.integer(0, 2))]),
      sum,
      { lines: [mark], value: 'code' },
      amount(balance, notation),
    ]);
  });
  const heading = random.pick(['+/-', '']);
  const columns = [
    left('Date', 70),
    left('Description', 235),
    right('Amount', 80),
    left(heading === '' ? [] : heading, 28),
    right('Balance', 85),
  ];
  return businessDocument('sign-column', 'Statement of account', { columns, rows, hasSums: true }, random, {
    headings: 'column',
  });
}

/** Norwegian: money out and in, and the figures that the bank files a booking under behind them. */
function archiveReferences(random: Random): Statement {
  const notation: Notation = { decimal: ',', group: ' ', date: dateForms.dotted };
  const opening = random.integer(900_000, 4_000_000);
  const own = movements(random, random.pick([9, 22, 50]), opening);
  const reference = (index: number) => word(`${random.integer(1000, 9999)}${String(index).padStart(5, '0')}`);
  const rows = own.map(({ at, cents }, index) =>
    row([
      texts([`${random.pick(swedish.bookings)} ${1000 + index}`, ...swedish.more.slice(0, random.integer(0, 2))]),
      day(at, notation),
      cents < 0 ? amount(-cents, notation) : null,
      cents > 0 ? amount(cents, notation) : null,
      day(at, notation),
      { ...reference(index), value: 'code' },
    ]),
  );
  const closing = own.at(-1)?.balance ?? opening;
  const columns = [
    left('Forklaring', 170),
    left('Rentedato', 62),
    right('Ut av konto', 72),
    right('Inn på konto', 72),
    left('Bokført', 62),
    left('Arkivref.', 66),
  ];
  const balanceRow = (text: string, cents: number) =>
    row([word(text), null, null, amount(cents, notation), null, null], 'total');
  return businessDocument(
    'archive-references',
    'Kontoutskrift',
    {
      columns,
      rows: [balanceRow('Saldo fra kontoutskrift', opening), ...rows, balanceRow('Saldo i Deres favør', closing)],
      hasSums: false,
    },
    random,
    // Texts come first: nothing but white tells the rest of one from a name of its own.
    { repeatHeader: true, rowGapPt: random.pick([3, 6]) },
  );
}

/** American card: payments, purchases, fees and interest under names with a sum each, two days and a reference before the text. */
function cardSections(random: Random): Statement {
  const notation: Notation = { ...point, date: dateForms.american };
  const parts = [
    ['Payments and other credits', random.integer(1, 3), -1],
    ['Purchases and adjustments', random.integer(6, 45), 1],
    ['Fees charged', random.integer(1, 2), 1],
    ['Interest charged', 1, 1],
  ] as const;
  let at = Date.UTC(2024, random.integer(0, 9), random.integer(1, 9));
  let number = 1000;
  const rows = parts.flatMap(([name, count, sign]): PrintedRow[] => {
    const sums = Array.from({ length: count }, () => sign * everydaySum(random));
    const entries = sums.map((cents) => {
      at += random.pick([0, 0, 1]) * dayMs;
      number += 1;
      return row([
        day(at, notation),
        day(at + dayMs, notation),
        texts([`${random.pick(english.bookings)} ${number}`, ...(random.chance(0.2) ? ['ROAD'] : [])]),
        { lines: [String(random.integer(1000, 9999))], value: 'code' },
        { lines: [String(random.integer(1000, 9999))], value: 'code' },
        amount(cents, notation),
      ]);
    });
    const total = sums.reduce((sum, cents) => sum + cents, 0);
    const closing = word(`TOTAL ${name.toUpperCase()} FOR THIS PERIOD`);
    return [section(name, 6), ...entries, row([null, null, closing, null, null, amount(total, notation)], 'total')];
  });
  const columns = [
    left(['Transaction', 'date'], 66),
    left(['Posting', 'date'], 62),
    left('Description', 215),
    left(['Reference', 'number'], 54),
    left(['Account', 'number'], 50),
    right('Amount', 66),
  ];
  return businessDocument('card-sections', 'Transactions', { columns, rows, hasSums: true }, random);
}

/** Statements as banks print them that set days, signs and references close to what they belong to. */
export const counterBankLayouts = [closeDates, signColumn, archiveReferences, cardSections] as const;
