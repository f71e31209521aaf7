import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum, withSign } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { customers, goods } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.british };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const dayMs = 86_400_000;

const percent = (share: number): PrintedCell => ({ lines: [`${share}%`], value: share / 100 });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A guest's bill: charges and payments of each day with the sum of the day below them. */
function hotelFolio(random: Random): Statement {
  const notation = random.pick([point, comma]);
  let at = Date.UTC(2024, random.integer(0, 10), random.integer(2, 26));
  let balance = 0;
  let number = 40_100;
  const suite: PrintedCell = { lines: ['418'], value: 'code' };
  const rows = Array.from({ length: random.integer(2, 9) }, (): PrintedRow[] => {
    at += dayMs;
    const room = random.integer(8_000, 32_000);
    const charges: [string, number][] = [
      ['Room charge', room],
      ['City tax', 350],
      ...(random.chance(0.6) ? [['Breakfast buffet', 2 * random.integer(900, 2_400)] as [string, number]] : []),
      ...(random.chance(0.5) ? [['Restaurant', everydaySum(random)] as [string, number]] : []),
    ];
    const paid = random.chance(0.2) ? random.integer(5_000, 20_000) : 0;
    const ownSum = sum(charges.map(([, cents]) => cents));
    balance += ownSum - paid;
    number += 10;
    return [
      ...charges.map(([name, cents], index) =>
        row([day(at, notation), word(`${name} ${number + index}`), suite, amount(cents, notation), null, null]),
      ),
      ...(paid > 0
        ? [row([day(at, notation), word(`Card payment ${number + 8}`), suite, null, amount(paid, notation), null])]
        : []),
      row(
        [
          null,
          word(`Total ${notation.date(new Date(at))}`),
          null,
          amount(ownSum, notation),
          paid > 0 ? amount(paid, notation) : null,
          amount(balance, notation),
        ],
        'total',
      ),
    ];
  }).flat();
  const columns = [
    left('Date', 72),
    left('Description', 170),
    left('Room', 40),
    right('Charges', 70),
    right('Payments', 70),
    right('Balance', 80),
  ];
  return businessDocument('hotel-folio', 'Guest folio', { columns, rows, hasSums: true }, random);
}

/** Calls with times of day and lengths; amounts of a few cents, summed up by line. */
function callDetails(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const two = (value: number) => String(value).padStart(2, '0');
  const lines = Array.from({ length: random.integer(1, 3) }, (_, line): PrintedRow[] => {
    let total = 0;
    let at = Date.UTC(2024, 4, 1);
    const calls = Array.from({ length: random.integer(5, 24) }, () => {
      at += random.pick([0, 0, 1]) * dayMs;
      const cents = random.chance(0.3) ? 0 : random.integer(3, 900);
      total += cents;
      const time = `${two(random.integer(6, 22))}:${two(random.integer(0, 59))}`;
      const length = `${random.integer(0, 58)}:${two(random.integer(0, 59))}`;
      return row([
        day(at, notation),
        { lines: [time], value: 'code' },
        word(`0${random.integer(1200, 1999)} ${random.integer(100_000, 999_999)}`),
        word(random.pick(['Local', 'Mobile', 'International FR', 'Freephone'])),
        { lines: [length], value: 'code' },
        amount(cents, notation),
      ]);
    });
    const name = `Line 0${7700 + line}`;
    return [
      section(`${name} 900 11${line}`, 6),
      ...calls,
      row([word(`Sum of ${name}`), null, null, null, null, amount(total, notation)], 'total'),
    ];
  }).flat();
  const columns: readonly PrintedColumn[] = [
    left('Date', 76),
    left('Time', 50),
    left('Number', 110),
    left('Type', 110),
    { ...left('Duration', 60), align: 'right' },
    right('Cost', 70),
  ];
  return businessDocument('call-details', 'Itemised calls', { columns, rows: lines, hasSums: true }, random);
}

/** What of a contract is built: completed before and now, what is left, each column under a letter. */
function progressClaim(random: Random): Statement {
  const notation: Notation = { ...point, date: dateForms.american };
  const totals = [0, 0, 0, 0, 0, 0];
  const cellsOf = (sums: readonly number[]) => {
    const [value = 0, before = 0, now = 0, stored = 0, done = 0, rest = 0] = sums;
    const or = (cents: number) => (cents === 0 ? null : amount(cents, notation));
    return [
      amount(value, notation),
      or(before),
      or(now),
      or(stored),
      amount(done, notation),
      percent(Math.round((100 * done) / value)),
      amount(rest, notation),
    ];
  };
  const works = [
    'General conditions',
    'Site work',
    'Concrete',
    'Masonry',
    'Structural steel',
    'Carpentry',
    'Roofing',
    'Doors and frames',
    'Glazing',
    'Drywall',
    'Flooring',
    'Painting',
    'Elevators',
    'Plumbing',
    'Fire protection',
    'HVAC',
    'Electrical',
  ];
  const rows = works.slice(0, random.integer(7, works.length)).map((name, index) => {
    const value = random.integer(4_000, 900_000) * 100;
    const share = random.pick([0, 0.25, 0.5, 0.8, 1]);
    const before = Math.round(value * share);
    const now = share === 1 ? 0 : Math.round((value - before) * random.pick([0, 0.2, 0.4]));
    const stored = share < 0.8 && random.chance(0.2) ? 150_000 : 0;
    const own = [value, before, now, stored, before + now + stored, value - before - now - stored];
    own.forEach((cents, column) => {
      totals[column] = (totals[column] ?? 0) + cents;
    });
    return row([{ lines: [String(index + 1)], value: 'code' }, word(name), ...cellsOf(own)]);
  });
  const heading = (letter: string, ...lines: string[]) => [letter, ...lines];
  const columns = [
    left(heading('A', 'Item'), 36),
    left(heading('B', 'Description of work'), 150),
    right(heading('C', 'Scheduled', 'value'), 84),
    right(heading('D', 'From previous', 'application'), 84),
    right(heading('E', 'This', 'period'), 78),
    right(heading('F', 'Materials', 'stored'), 70),
    right(heading('G', 'Completed', 'to date'), 84),
    right(heading('%', '(G/C)'), 50),
    right(heading('H', 'Balance', 'to finish'), 84),
  ];
  const total = row([null, word('Grand total'), ...cellsOf(totals)], 'total');
  return businessDocument(
    'progress-claim',
    'Continuation sheet',
    { columns, rows: [...rows, total], hasSums: true },
    random,
    { landscape: true },
  );
}

/** Prices of shares at the close, with changes that have a sign, and yields that some have none of. */
function sharePrices(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const rows = customers.slice(0, random.integer(8, customers.length)).map((name) => {
    const close = random.integer(90, 90_000);
    const change = random.integer(-400, 400);
    const signed = (units: number): PrintedCell => ({
      lines: [withSign(printSum(units, notation), units < 0, 'plus')],
      value: units / 100,
    });
    return row([
      word(name),
      amount(close - change, notation),
      amount(close + 210, notation),
      amount(close, notation),
      signed(change === 0 ? 5 : change),
      random.chance(0.7) ? amount(random.integer(20, 800), notation) : null,
      amount(random.integer(900, 9_900_000), notation, 0),
    ]);
  });
  const columns = [
    left('Share', 130),
    right('Prev.', 58),
    right('High', 58),
    right('Close', 58),
    right('+/-', 50),
    right('Yield', 50),
    right('Volume', 78),
  ];
  return businessDocument('share-prices', 'Closing prices', { columns, rows, hasSums: false }, random);
}

/** What a customer pays at once: documents with their date, what is taken off each, and what remains. */
function remittanceAdvice(random: Random): Statement {
  const notation = random.pick([point, comma, { ...comma, group: ' ' }]);
  const totals = [0, 0, 0];
  const rows = Array.from({ length: random.integer(4, 40) }, (_, index) => {
    const isCredit = random.chance(0.12);
    const gross = (isCredit ? -1 : 1) * everydaySum(random);
    const discount = isCredit ? 0 : Math.round(gross * random.pick([0, 0.02, 0.03]));
    const own = [gross, discount, gross - discount];
    own.forEach((cents, column) => {
      totals[column] = (totals[column] ?? 0) + cents;
    });
    const number = `${isCredit ? 'CN' : 'INV'}${70_100 + 7 * index}`;
    return row([
      word(number),
      day(Date.UTC(2024, 2, 1 + index), notation),
      word(`${random.pick(goods)}`),
      amount(gross, notation),
      discount === 0 ? null : amount(discount, notation),
      amount(gross - discount, notation),
    ]);
  });
  const columns = [
    left('Document', 74),
    left('Date', 72),
    left('Text', 150),
    right('Gross', 72),
    right('Discount', 62),
    right('Net', 75),
  ];
  const total = row([word('Sum'), null, null, ...totals.map((cents) => amount(cents, notation))], 'total');
  return businessDocument(
    'remittance-advice',
    'Remittance advice',
    { columns, rows: [...rows, total], hasSums: true },
    random,
  );
}

/** High and low water of each day: four times beside their heights, the last of which some days have none of. */
function tideTable(random: Random): Statement {
  const two = (value: number) => String(value).padStart(2, '0');
  const rows = Array.from({ length: random.integer(14, 31) }, (_, index) => {
    const count = random.chance(0.2) ? 3 : 4;
    const start = random.integer(0, 5);
    const tides = Array.from({ length: 4 }, (__, tide): (PrintedCell | null)[] =>
      tide < count
        ? [
            { lines: [`${two(start + 6 * tide)}:${two(random.integer(0, 59))}`], value: 'code' },
            amount(random.integer(tide % 2 === 0 ? 40 : 5, tide % 2 === 0 ? 59 : 19), point, 1),
          ]
        : [null, null],
    ).flat();
    return row([word(`${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][index % 7]} ${index + 1}`), ...tides]);
  });
  const columns = [
    left('Day', 60),
    ...[1, 2, 3, 4].flatMap((tide) => [left(`Time ${tide}`, 58), right(`m ${tide}`, 44)]),
  ];
  return businessDocument('tide-table', 'Tides', { columns, rows, hasSums: false }, random);
}

/** Documents about trade and services. */
export const tradeLayouts = [hotelFolio, callDetails, progressClaim, sharePrices, remittanceAdvice, tideTable];
