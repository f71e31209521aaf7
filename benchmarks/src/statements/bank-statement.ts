import type { Random } from '@platen/cli/bench';
import type { BankLayout, ColumnKey } from './bank-layouts.ts';
import { everydaySum, printSum, type SignStyle, withSign } from './notation.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, RuleStyle, Statement } from './statement-page.ts';

type Cells = Partial<Record<ColumnKey, PrintedCell>>;

/** One movement of an account. */
interface Booking {
  readonly day: number;
  readonly cents: number;
  readonly isCredit: boolean;
  /** The balance after it. */
  readonly balance: number;
  readonly isLastOfDay: boolean;
}

const amountKeys: ReadonlySet<ColumnKey> = new Set(['debit', 'credit', 'amount', 'balance', 'cleared', 'charge']);
const dayMs = 86_400_000;

/** A statement of an account set in one of the layouts. */
export function bankStatement(layout: BankLayout, random: Random, firstNumber = 1000): Statement {
  const { columns, notation } = layout;
  const start = layout.firstDay ?? Date.UTC(2024, random.integer(0, 10), random.integer(1, 20));
  const count = random.pick([14, 22, 34, 48, 70]);
  // A balance printed without a sign never falls below nothing.
  // What a customer owes stays a debit: which side counts as negative cannot be told where half are on either.
  const isOneSided =
    layout.signs.balance === undefined || layout.signs.balance === 'credit-mark' || isSided(layout.signs.balance);
  const opening = random.integer(50_000, 900_000) + (isOneSided ? 100_000_000 : 0);
  const bookings = makeBookings(layout, { start, count, opening }, random);
  const rows = makeRows(layout, bookings, { opening, firstNumber }, random);
  const has = (key: ColumnKey) => columns.some(([own]) => own === key);
  const room = 505 - columns.reduce((total, [, , width]) => total + width, 0);
  const closing = bookings.at(-1)?.balance ?? opening;
  const sizePt = random.pick(layout.sizesPt ?? [7, 7.5, 8]);
  return {
    hasSums: layout.totals === true || has('balance'),
    layout: layout.name,
    title: random.pick(['Account statement', 'Your transactions', 'Statement of account']),
    letterhead: ['Harrow & Vale Bank', 'Ms J Whitlock', '14 Larkspur Close', 'Harrogate HG2 8QT'].slice(
      0,
      random.integer(2, 4),
    ),
    facts: [
      ...(
        [
          ['Account number', '30918264'],
          ['Sort code', '40-77-19'],
          ['Statement no.', '117'],
        ] as const
      ).slice(0, random.integer(1, 3)),
      ...(layout.summary === true
        ? ([
            // Other words than in the table: a row is found by its own.
            ['Balance last time', printSum(opening, notation)],
            ['Balance now', printSum(closing, notation)],
            ['Statement date', (notation.fullDate ?? notation.date)(new Date(bookings.at(-1)?.day ?? start))],
          ] as const)
        : []),
    ],
    columns: columns.map(
      ([key, heading, width]): PrintedColumn => ({
        heading,
        align: amountKeys.has(key) || key === 'cheque' ? 'right' : 'left',
        widthPt: width + (key === 'text' ? Math.max(0, room) : 0),
        isAmount: amountKeys.has(key),
      }),
    ),
    rows,
    notes: random.chance(0.4)
      ? ['Please check your statement and tell us within 60 days if anything is wrong with it.']
      : [],
    look: {
      font: layout.font,
      sizePt,
      linePt: (random.pick([9.5, 10, 11]) * sizePt) / 7.5,
      rowGapPt: layout.mostLines > 1 ? random.pick([3, 5, 7]) : random.pick([0, 2, 5]),
      rules: random.pick(layout.rules as readonly [RuleStyle, ...RuleStyle[]]),
      repeatHeader: random.chance(0.6),
      boldHeader: random.chance(0.8),
      headings: layout.headings ?? 'column',
      topOnEveryPage: layout.topOnEveryPage ?? false,
      ...(layout.continued === undefined ? {} : { continued: layout.continued }),
      bare: layout.bare ?? false,
      ...layout.look,
    },
  };
}

function makeBookings(
  layout: BankLayout,
  { start, count, opening }: { readonly start: number; readonly count: number; readonly opening: number },
  random: Random,
): readonly Booking[] {
  const owed = isOwed(layout);
  let day = start;
  let balance = opening;
  let step = random.pick([0, 0, 1, 1, 2, 3]);
  return Array.from({ length: count }, (_, index) => {
    day += step * dayMs;
    step = random.pick([0, 0, 1, 1, 2, 3]);
    const isCredit = index >= (layout.creditsFrom ?? 0) && random.chance(1 / layout.creditEvery);
    const cents = isCredit ? random.integer(20_000, 400_000) : everydaySum(random);
    balance += isCredit === owed ? -cents : cents;
    return { day, cents, isCredit, balance, isLastOfDay: step > 0 || index === count - 1 };
  });
}

/** Whether balances tell what a customer owes: debits raise them. */
function isOwed({ columns, signs }: BankLayout): boolean {
  return columns.some(([key]) => key === 'balance') && isSided(signs.balance);
}

function makeRows(
  layout: BankLayout,
  bookings: readonly Booking[],
  { opening, firstNumber }: { readonly opening: number; readonly firstNumber: number },
  random: Random,
): readonly PrintedRow[] {
  const { wording, notation } = layout;
  const has = (key: ColumnKey) => layout.columns.some(([own]) => own === key);
  const sum = (key: ColumnKey, cents: number) => printAmount(layout, key, cents);
  const row = (kind: PrintedRow['kind'], cells: Cells): PrintedRow => ({
    kind,
    amountsOn: layout.amountsOn,
    cells: layout.columns.map(([key]) => cells[key] ?? null),
  });
  const rows: PrintedRow[] = [];
  if (has('balance')) rows.push(row('record', { text: plain(wording.opening), balance: sum('balance', opening) }));
  const sectionEvery = random.integer(6, 14);
  let printed = '';
  bookings.forEach((booking, index) => {
    if (layout.sections === true && index % sectionEvery === 0)
      rows.push(sectionRow(layout, `${random.pick(wording.bookings)} ${random.integer(5000, 9999)}`));
    const date = notation.date(new Date(booking.day));
    const cells = bookingCells(layout, booking, { index, number: firstNumber + index }, random);
    const isPrinted = layout.dateOnce === true && date === printed;
    rows.push(row('record', isPrinted ? withoutDate(cells) : cells));
    printed = date;
    if (layout.dayTotals === true && booking.isLastOfDay) {
      const day = bookings.filter((other) => other.day === booking.day);
      rows.push(row('total', { text: plain(`${wording.total} ${date}`), ...totalsOf(layout, day) }));
      printed = '';
    }
    const { carriedEvery = 0 } = layout;
    if (carriedEvery > 0 && index % carriedEvery === carriedEvery - 1 && index < bookings.length - 3) {
      // The page ends with the balance, and the next one begins with it.
      const balance = sum('balance', booking.balance);
      const from = layout.carriesSums === 'page' ? index + 1 - carriedEvery : 0;
      const sums = layout.carriesSums === undefined ? {} : totalsOf(layout, bookings.slice(from, index + 1));
      rows.push(row('total', { text: plain(wording.carried), ...sums, balance }));
      const brought = layout.carriesSums === 'all' ? sums : {};
      rows.push({ ...row('record', { text: plain(wording.brought), ...brought, balance }), startsPage: true });
      printed = '';
    }
  });
  const spaceAbovePt = layout.closingSpacePt ?? 0;
  if (layout.totals === true)
    rows.push({ ...row('total', { text: plain(wording.total), ...totalsOf(layout, bookings) }), spaceAbovePt });
  else if (has('balance')) {
    const balance = sum('balance', bookings.at(-1)?.balance ?? opening);
    rows.push({ ...row('total', { text: plain(wording.closing), balance }), spaceAbovePt });
  }
  return rows;
}

function bookingCells(
  layout: BankLayout,
  booking: Booking,
  { index, number }: { readonly index: number; readonly number: number },
  random: Random,
): Cells {
  const { wording, notation } = layout;
  const { cents, isCredit } = booking;
  const value = new Date(booking.day);
  const date: PrintedCell = { lines: [notation.date(value)], value };
  const first = random.pick(wording.bookings);
  const more = Array.from({ length: random.integer(0, layout.mostLines - 1) }, () =>
    layout.foreign === true && random.chance(0.4)
      ? `${random.pick(['USD', 'EUR', 'CHF'])} ${printSum(random.integer(105, 400_000), notation)}`
      : random.pick(wording.more),
  );
  // What tells a row from all others stands in its first line.
  const text = [`${first} ${number}`, ...more];
  const isCard = layout.signs.amount === 'credit-suffix';
  const cheque = random.integer(100_200, 100_999);
  const other = isCredit ? 'debit' : 'credit';
  return {
    date,
    'value-date': date,
    // Day of the booking and day of its value below each other.
    days: { lines: [notation.date(value), notation.date(value)], value: 'code' },
    code: { lines: [`V-${random.integer(100, 999)}`], value: 'code' },
    number: { lines: [String(index + 1)], value: index + 1 },
    ...(random.chance(0.2) ? { cheque: { lines: [String(cheque)], value: cheque } } : {}),
    text: { lines: text, value: text.join(' ') },
    ...referenceCell(layout, random),
    ...strayed(
      layout,
      isCredit
        ? { credit: printAmount(layout, 'credit', cents) }
        : { debit: printAmount(layout, 'debit', layout.signs.debit === undefined ? cents : -cents) },
      random,
    ),
    ...(layout.nothing === undefined
      ? {}
      : { [other]: layout.nothing === 'zero' ? printAmount(layout, other, 0) : { lines: ['-'], value: '-' } }),
    ...(layout.sideColumn === undefined
      ? { amount: printAmount(layout, 'amount', isCredit === isCard ? -cents : cents) }
      : sidedAmount(layout, layout.sideColumn[isCredit ? 1 : 0], isCredit ? cents : -cents)),
    ...(layout.balanceOnce !== true || booking.isLastOfDay
      ? {
          balance: printAmount(layout, 'balance', booking.balance),
          // The last amount clears a day later.
          cleared: printAmount(layout, 'balance', booking.balance + (isCredit ? -cents : cents)),
        }
      : {}),
    ...chargeCell(layout, random),
  };
}

function chargeCell(layout: BankLayout, random: Random): Cells {
  if (!layout.columns.some(([key]) => key === 'charge') || random.chance(0.7)) return {};
  return { charge: printAmount(layout, 'charge', random.integer(105, 2_000)) };
}

function referenceCell({ columns }: BankLayout, random: Random): Cells {
  if (!columns.some(([key]) => key === 'reference')) return {};
  const digits = `0000${random.integer(100_000_000, 999_999_999)}`;
  return { reference: { lines: [digits], value: digits } };
}

function strayed({ strayPt }: BankLayout, cells: Cells, random: Random): Cells {
  if (strayPt === undefined) return cells;
  const shiftPt = random.integer(-strayPt, strayPt);
  return Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, { ...cell, shiftPt }]));
}

function sidedAmount(layout: BankLayout, side: string, cents: number): Cells {
  return {
    amount: { ...printAmount(layout, 'amount', cents), value: cents / 100, side },
    side: { lines: [side], value: 'code' },
  };
}

function withoutDate({ date: _, ...cells }: Cells): Cells {
  return cells;
}

/** A line that begins at the left edge and has no amounts. */
function sectionRow({ columns, amountsOn }: BankLayout, name: string): PrintedRow {
  return { kind: 'section', amountsOn, cells: columns.map((_, index) => (index === 0 ? plain(name) : null)) };
}

function totalsOf(layout: BankLayout, bookings: readonly Booking[]): Cells {
  const total = (isCredit: boolean) =>
    bookings.reduce((sum, booking) => sum + (booking.isCredit === isCredit ? booking.cents : 0), 0);
  const debits = total(false);
  const credits = total(true);
  return {
    debit: printAmount(layout, 'debit', layout.signs.debit === undefined ? debits : -debits),
    credit: printAmount(layout, 'credit', credits),
    amount: printAmount(
      layout,
      'amount',
      layout.signs.amount === 'credit-suffix' ? debits - credits : credits - debits,
    ),
  };
}

function printAmount(layout: BankLayout, key: ColumnKey, cents: number): PrintedCell {
  const style = layout.signs[key] ?? 'none';
  const { sign, before, on } = layout.currency ?? { sign: '', before: true, on: 'all' };
  const digits = printSum(cents, layout.notation);
  const isBare = sign === '' || (on === 'balance' && key !== 'balance');
  const printed = isBare ? digits : before ? `${sign}${digits}` : `${digits} ${sign}`;
  return {
    lines: [withSign(printed, cents < 0, style)],
    value: (style === 'none' ? Math.abs(cents) : cents === 0 ? 0 : cents) / 100,
  };
}

/** Balances with the side that they are on: debits count as positive, what a customer owes. */
function isSided(style: SignStyle | undefined): boolean {
  return style === 'sides' || style === 'tight-sides';
}

function plain(text: string): PrintedCell {
  return { lines: [text], value: text };
}
