import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, everydaySum, type Notation, printSum, type SignStyle, withSign } from './notation.ts';
import { amount, day, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';
import { english, lines as entryNames, german } from './statement-texts.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.british };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const dayMs = 86_400_000;

const nothings = (count: number): null[] => Array.from({ length: count }, () => null);
const textOnRight = (heading: string, widthPt: number): PrintedColumn => ({
  ...left(heading, widthPt),
  align: 'right',
});

/** Units of funds with three decimals, prices with four, and charges that have an amount alone. */
function unitAccount(random: Random): Statement {
  const notation: Notation = { ...point, lakhs: true, date: dateForms.dashes };
  const bracketed = (units: number, decimals: number): PrintedCell => ({
    lines: [withSign(printSum(units, notation, decimals), units < 0, 'brackets')],
    value: units / 10 ** decimals,
  });
  const rows = Array.from({ length: random.integer(1, 4) }, (_, fund): PrintedRow[] => {
    let held = random.integer(90_000, 9_000_000);
    const balanceOnly = (name: string) =>
      row([null, word(`${name} ${fund + 1}`), null, null, null, bracketed(held, 3)]);
    const opening = balanceOnly('Opening unit balance');
    const entries = Array.from({ length: random.integer(2, 12) }, (__, index): PrintedRow[] => {
      const at = day(Date.UTC(2024, fund, 3 + 2 * index), notation);
      const price = random.integer(100_000, 3_000_000);
      const isSale = random.chance(0.2);
      const units = (isSale ? -1 : 1) * random.integer(900, 80_000);
      held += units;
      const cents = Math.round((units * price) / 100_000);
      const text = word(`${isSale ? 'Redemption' : random.pick(['Purchase', 'SIP instalment'])} ${fund}${20 + index}`);
      const duty = row([
        at,
        word(`*** Stamp duty ${fund}${20 + index} ***`),
        amount(random.integer(5, 900), notation),
        null,
        null,
        null,
      ]);
      const entry = row([
        at,
        text,
        bracketed(cents, 2),
        bracketed(units, 3),
        amount(price, notation, 4),
        bracketed(held, 3),
      ]);
      return isSale || random.chance(0.4) ? [entry] : [entry, duty];
    }).flat();
    return [
      section(`Folio 9910${fund}/55 Larch Growth Fund`, 6),
      opening,
      ...entries,
      balanceOnly('Closing unit balance'),
    ];
  }).flat();
  const columns = [
    left('Date', 68),
    left('Transaction', 190),
    right(['Amount', '(INR)'], 75),
    right('Units', 62),
    right(['Price', '(INR)'], 62),
    right(['Unit', 'balance'], 78),
  ];
  return businessDocument('unit-account', 'Unit account', { columns, rows, hasSums: true }, random);
}

/** A list of a mainframe: bars typed between the columns, dashes above and below the heading and the sums. */
function typedList(random: Random): Statement {
  const style = random.pick<SignStyle>(['trailing', 'minus']);
  const printed = (cents: number): PrintedCell => ({
    lines: [withSign(printSum(cents, comma), cents < 0, style)],
    value: cents / 100,
  });
  let sum = 0;
  const rows = Array.from({ length: random.integer(5, 70) }, (_, index) => {
    const cents = random.chance(0.3) ? -everydaySum(random) : everydaySum(random) * 2;
    sum += cents;
    return row([
      word(`${1_800_000_100 + 13 * index}`),
      word(random.pick(['KR', 'KZ', 'SA', 'DZ'])),
      day(Date.UTC(2024, 3, 13) + index * dayMs, comma),
      word(`${random.pick(german.bookings)} ${200 + index}`),
      amount(random.pick([40, 50, 31]), comma, 0),
      printed(cents),
      word('EUR'),
    ]);
  });
  const columns = [
    left('Beleg', 70),
    left('BA', 30),
    left('Datum', 65),
    left('Text', 160),
    left('BS', 30),
    right('Betrag HW', 95),
    left('Währg', 45),
  ];
  const end = row([word('*'), null, null, word('Summe Konto'), null, printed(sum), word('EUR')], 'total');
  return businessDocument('typed-list', 'Einzelposten', { columns, rows: [...rows, end], hasSums: true }, random, {
    font: 'mono',
    rules: 'typed',
    boldHeader: false,
    headings: 'column',
  });
}

/** A dollar at the left of its column in the first row and those of sums, the closing bracket right of the digits. */
function setApartSigns(random: Random): Statement {
  const periods = random.integer(2, 4);
  const hasSign = random.pick(['$', '$', '€']);
  const cell = (units: number, isSigned: boolean): PrintedCell => {
    const digits = printSum(units, point, 0);
    const own = { value: units, ...(isSigned ? { sign: hasSign } : {}) };
    if (units === 0) return { ...own, lines: ['\u2014'], value: 'code' };
    return units < 0 ? { ...own, lines: [`(${digits})`], shiftPt: 3 } : { ...own, lines: [digits] };
  };
  const sums = Array.from({ length: periods }, () => 0);
  const part = (name: string, sign: 1 | -1, names: readonly string[]): PrintedRow[] => {
    const own = sums.map(() => 0);
    const rows = names.map((label, index) => {
      const values = sums.map(() => (random.chance(0.1) ? 0 : sign * random.integer(40, 9_000_000)));
      values.forEach((value, at) => {
        own[at] = (own[at] ?? 0) + value;
        sums[at] = (sums[at] ?? 0) + value;
      });
      return row([word(label), ...values.map((value) => cell(value, index === 0))]);
    });
    return [
      section(`${name}:`, periods + 1),
      ...rows,
      row([word(`Total ${name.toLowerCase()}`), ...own.map((value) => cell(value, false))], 'total'),
    ];
  };
  const rows = [
    ...part('Revenues', 1, entryNames.slice(0, random.integer(2, 3))),
    ...part('Expenses', -1, entryNames.slice(3, random.integer(6, entryNames.length))),
  ];
  const end = row([word('Net income (loss)'), ...sums.map((value) => cell(value, true))], 'total');
  const columns = [
    left('', 505 - 78 * periods),
    ...sums.map((_, index) => ({ ...right(String(2024 - index), 78), group: 'Year ended December 31,' })),
  ];
  return businessDocument(
    'set-apart-signs',
    'Statements of operations',
    { columns, rows: [...rows, end], hasSums: true },
    random,
    {
      font: random.pick(['sans', 'serif']),
      rules: random.pick(['none', 'header', 'stripes']),
      headings: random.pick(['column', 'center']),
      cellGapPt: 10,
    },
  );
}

/** Read from the right: the day at the right edge, words that end beside it, the balance first on the left. */
function rightToLeft(random: Random): Statement {
  const notation: Notation = { ...point, date: random.pick([dateForms.slashes, dateForms.iso]) };
  let at = Date.UTC(2024, random.integer(0, 10), 14);
  let balance = random.integer(900_000, 9_000_000);
  const rows = [row([amount(balance, notation), null, null, word('Rasid sabiq'), null])];
  for (let index = 0; index < random.pick([10, 25, 48]); index += 1) {
    at += random.pick([0, 1, 2]) * dayMs;
    const cents = random.chance(0.3) ? everydaySum(random) * 3 : -everydaySum(random);
    balance += cents;
    const name = `${random.pick(['Tahwil', 'Sahb naqdi', 'Raatib', 'Daf fatura', 'Mushtarayat'])} ${300 + index}`;
    const text = random.chance(0.3)
      ? { lines: [name, 'Fari al-Madina 0042'], value: `${name} Fari al-Madina 0042` }
      : word(name);
    rows.push(
      row([
        amount(balance, notation),
        cents > 0 ? amount(cents, notation) : null,
        cents < 0 ? amount(-cents, notation) : null,
        text,
        day(at, notation),
      ]),
    );
  }
  const columns = [
    right('Al-rasid', 85),
    right("Da'in", 75),
    right('Madin', 75),
    textOnRight('Al-bayan', 190),
    textOnRight('Al-tarikh', 75),
  ];
  return businessDocument('right-to-left', 'Kashf hisab', { columns, rows, hasSums: true }, random, {
    headings: 'column',
    rowGapPt: random.pick([3, 5, 6]),
  });
}

/** What was paid in another currency, below the amount in that of the account. */
function originalBelow(random: Random): Statement {
  const pounds = (cents: number) => `£${printSum(cents, point)}`;
  let at = Date.UTC(2024, random.integer(0, 10), 1);
  let balance = random.integer(900_000, 9_000_000);
  const rows = Array.from({ length: random.pick([10, 22, 40]) }, (_, index) => {
    at += random.pick([0, 1, 2]) * dayMs;
    const cents = random.chance(0.25) ? everydaySum(random) * 3 : -everydaySum(random);
    balance += cents;
    const isForeign = random.chance(0.35);
    const name = `${random.pick(english.bookings)} ${400 + index}`;
    const foreign = `${random.pick(['$', '€'])}${printSum(Math.round(cents * 1.17), point)}`;
    const own: PrintedCell = { lines: [pounds(cents), ...(isForeign ? [foreign] : [])], value: Math.abs(cents) / 100 };
    const more = isForeign ? ['Rate 1.00 = 1.17'] : random.chance(0.3) ? [random.pick(english.more)] : [];
    return row([
      day(at, point),
      // The line of the other amount may be a row of its own.
      { lines: [name, ...more], value: isForeign ? 'code' : [name, ...more].join(' ') },
      cents < 0 ? own : null,
      cents > 0 ? own : null,
      { lines: [withSign(pounds(balance), balance < 0, 'minus')], value: balance / 100 },
    ]);
  });
  const columns = [
    left('Date', 70),
    left('Description', 210),
    right('Money out', 70),
    right('Money in', 70),
    right('Balance', 80),
  ];
  return businessDocument('original-below', 'Account statement', { columns, rows, hasSums: true }, random, {
    // Without white between records, nothing shows which lines are of one.
    rowGapPt: random.pick([4, 6]),
  });
}

/** A German payslip: numbers of kinds of pay, letters for what is taxed, deductions with a minus behind them. */
function wageSlip(random: Random): Statement {
  const trailing = (cents: number): PrintedCell => ({
    lines: [withSign(printSum(cents, comma), cents < 0, 'trailing')],
    value: cents / 100,
  });
  let gross = 0;
  let held = 0;
  const pay = ['Gehalt', 'Überstunden', 'Nachtzuschlag', 'Fahrgeld', 'Urlaubsgeld', 'VWL AG-Anteil'];
  const flags = (letters: readonly [string, ...string[]]) => [0, 1, 2].map(() => word(random.pick(letters)));
  const earned = pay.slice(0, random.integer(2, pay.length)).map((name, index) => {
    const quantity = random.integer(100, 16_000);
    const rate = random.integer(1_200, 4_500);
    const cents = Math.round((quantity * rate) / 100);
    gross += cents;
    const measure = index === 0 ? nothings(2) : [amount(quantity, comma), amount(rate, comma)];
    return row([word(`0${100 + 15 * index}`), word(name), ...measure, ...flags(['L', 'E', 'F']), trailing(cents)]);
  });
  const taken = ['Lohnsteuer', 'Solidaritätszuschlag', 'Krankenversicherung', 'Rentenversicherung', 'Pfändung']
    .slice(0, random.integer(2, 5))
    .map((name, index) => {
      const cents = random.integer(900, 40_000);
      held += cents;
      return row([word(`9${100 + 10 * index}`), word(name), null, null, ...nothings(3), trailing(-cents)]);
    });
  const sum = (name: string, cents: number) => row([null, word(name), ...nothings(5), trailing(cents)], 'total');
  const rows = [...earned, sum('Gesamtbrutto', gross), ...taken, sum('Auszahlungsbetrag', gross - held)];
  const columns = [
    left('LA', 40),
    left('Bezeichnung', 170),
    right('Menge', 60),
    right('Faktor', 60),
    left('St', 22),
    left('SV', 22),
    left('GB', 22),
    right('Betrag', 90),
  ];
  return businessDocument('wage-slip', 'Entgeltabrechnung', { columns, rows, hasSums: true }, random);
}

/** What a broker bought and sold, the number of each security below its name, in parts by currency with their sums. */
function brokerTrades(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const rows = (['EUR', 'USD', 'CHF'] as const)
    .slice(0, random.integer(1, 3))
    .flatMap((currency, part): PrintedRow[] => {
      const sums = [0, 0, 0];
      const trades = Array.from({ length: random.integer(2, 14) }, (_, index) => {
        const isSale = random.chance(0.4);
        const quantity = random.integer(1, 900) * (isSale ? -1 : 1);
        const price = random.integer(900, 90_000);
        const gross = -quantity * price;
        const fee = -random.integer(95, 4_000);
        [gross, fee, gross + fee].forEach((value, at) => {
          sums[at] = (sums[at] ?? 0) + value;
        });
        const name = `${random.pick(['Alder AG', 'Quay plc', 'Hollin Inc', 'Vale ETF'])} ${part}${10 + index}`;
        const isin = `IE00B${random.integer(1_000_000, 9_999_999)}`;
        return row([
          day(Date.UTC(2024, part, 13 + index), notation),
          day(Date.UTC(2024, part, 15 + index), notation),
          word(isSale ? 'Sell' : 'Buy'),
          { lines: [name, isin], value: `${name} ${isin}` },
          amount(quantity, notation, 0),
          amount(price, notation),
          ...[gross, fee, gross + fee].map((cents) => amount(cents, notation)),
        ]);
      });
      const end = row(
        [null, null, null, word(`Total ${currency}`), null, null, ...sums.map((cents) => amount(cents, notation))],
        'total',
      );
      return [section(`Trades in ${currency}`, 9), ...trades, end];
    });
  const columns = [
    left(['Trade', 'date'], 58),
    left(['Settle', 'date'], 58),
    left('Type', 32),
    left('Security', 100),
    right('Quantity', 48),
    right('Price', 48),
    right(['Gross', 'amount'], 62),
    right('Fees', 44),
    right(['Net', 'amount'], 62),
  ];
  return businessDocument('broker-trades', 'Trades', { columns, rows, hasSums: true }, random);
}

/** Lists of funds, brokers and mainframes, and those that are read from the right. */
export const printoutLayouts = [
  unitAccount,
  typedList,
  setApartSigns,
  rightToLeft,
  originalBelow,
  wageSlip,
  brokerTrades,
] as const;
