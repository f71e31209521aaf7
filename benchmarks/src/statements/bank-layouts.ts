import type { Random } from '../generated-tables/random.ts';
import { dateForms, everydaySum, type Notation, printSum, type SignStyle, withSign } from './notation.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, RuleStyle, Statement } from './statement-page.ts';
import { english, french, german, type Wording } from './statement-texts.ts';

export type ColumnKey = 'date' | 'value-date' | 'code' | 'text' | 'debit' | 'credit' | 'amount' | 'balance';

/** A way of setting an account statement. */
export interface BankLayout {
  readonly name: string;
  readonly notation: Notation;
  readonly wording: Wording;
  readonly columns: readonly (readonly [ColumnKey, readonly string[], number])[];
  readonly font: 'sans' | 'serif' | 'mono';
  readonly rules: readonly [RuleStyle, ...RuleStyle[]];
  /** Signs of the columns that carry one. */
  readonly signs: Partial<Record<ColumnKey, SignStyle>>;
  readonly dateOnce?: boolean;
  /** Most lines of a text, and where the amounts of such a row are. */
  readonly mostLines: number;
  readonly amountsOn: 'first' | 'last';
  readonly totals?: boolean;
  /** Credits are the exception: one row in so many. */
  readonly creditEvery: number;
  /** The balance is printed once for each day, beside its last booking. */
  readonly balanceOnce?: boolean;
  /** Bookings on a page that ends with the balance carried forward; none is where it does not. */
  readonly carriedEvery?: number;
  /** A currency before or behind every balance. */
  readonly currency?: { readonly sign: string; readonly before: boolean };
  /** Headings set otherwise than their amounts, and the letterhead on every page. */
  readonly headings?: Statement['look']['headings'];
  readonly topOnEveryPage?: boolean;
  readonly closingSpacePt?: number;
}

const uk: Notation = { decimal: '.', group: ',', date: dateForms.british };
const us: Notation = { decimal: '.', group: ',', date: dateForms.american };
const eu: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const fr: Notation = { decimal: ',', group: ' ', date: dateForms.slashes };

export const bankLayouts: readonly BankLayout[] = [
  {
    name: 'paid-in-paid-out',
    notation: uk,
    wording: english,
    columns: [
      ['date', ['Date'], 65],
      ['text', ['Description'], 225],
      ['debit', ['Paid out (£)'], 70],
      ['credit', ['Paid in (£)'], 70],
      ['balance', ['Balance (£)'], 70],
    ],
    font: 'sans',
    rules: ['none', 'header', 'rows'],
    signs: { balance: 'minus' },
    dateOnce: true,
    mostLines: 2,
    amountsOn: 'last',
    creditEvery: 8,
  },
  {
    name: 'signed-amount',
    notation: us,
    wording: english,
    columns: [
      ['date', ['Date'], 70],
      ['text', ['Description'], 270],
      ['amount', ['Amount'], 80],
      ['balance', ['Balance'], 85],
    ],
    font: 'sans',
    rules: ['none', 'header', 'stripes'],
    signs: { amount: 'minus', balance: 'minus' },
    mostLines: 1,
    amountsOn: 'first',
    creditEvery: 5,
  },
  {
    name: 'soll-haben',
    notation: eu,
    wording: german,
    columns: [
      ['date', ['Buchung'], 62],
      ['value-date', ['Wert'], 62],
      ['text', ['Verwendungszweck'], 220],
      ['debit', ['Soll EUR'], 80],
      ['credit', ['Haben EUR'], 80],
    ],
    font: 'sans',
    rules: ['none', 'header', 'stripes'],
    signs: { debit: 'both-trailing', credit: 'both-trailing' },
    mostLines: 4,
    amountsOn: 'first',
    creditEvery: 6,
  },
  {
    name: 'card',
    notation: uk,
    wording: english,
    columns: [
      ['date', ['Post date'], 75],
      ['value-date', ['Trans date'], 75],
      ['text', ['Transaction details'], 260],
      ['amount', ['Amount (S$)'], 90],
    ],
    font: 'sans',
    rules: ['none', 'header'],
    signs: { amount: 'credit-suffix' },
    mostLines: 2,
    amountsOn: 'first',
    totals: true,
    creditEvery: 9,
  },
  {
    name: 'ledger',
    notation: { ...uk, date: dateForms.slashes },
    wording: english,
    columns: [
      ['date', ['Date'], 70],
      ['code', ['Voucher'], 60],
      ['text', ['Particulars'], 170],
      ['debit', ['Debit'], 65],
      ['credit', ['Credit'], 65],
      ['balance', ['Balance'], 80],
    ],
    font: 'mono',
    rules: ['none', 'header'],
    signs: { balance: 'sides' },
    mostLines: 1,
    amountsOn: 'first',
    totals: true,
    creditEvery: 12,
  },
  {
    name: 'debit-credit-fr',
    notation: fr,
    wording: french,
    columns: [
      ['date', ['Date'], 65],
      ['text', ["Nature de l'opération"], 225],
      ['value-date', ['Valeur'], 65],
      ['debit', ['Débit'], 75],
      ['credit', ['Crédit'], 75],
    ],
    font: 'serif',
    rules: ['none', 'header', 'rows'],
    signs: {},
    mostLines: 2,
    amountsOn: 'first',
    totals: true,
    creditEvery: 5,
  },
  {
    name: 'brackets',
    notation: { ...us, date: dateForms.dashes },
    wording: english,
    columns: [
      ['date', ['Transaction', 'date'], 75],
      ['text', ['Particulars'], 250],
      ['amount', ['Amount', '(USD)'], 85],
      ['balance', ['Running', 'balance'], 90],
    ],
    font: 'serif',
    rules: ['header', 'none', 'rows'],
    signs: { amount: 'brackets', balance: 'brackets' },
    mostLines: 2,
    amountsOn: 'first',
    creditEvery: 4,
  },
  {
    name: 'grid',
    notation: { ...uk, date: dateForms.slashes },
    wording: english,
    columns: [
      ['date', ['Date'], 65],
      ['text', ['Details'], 215],
      ['code', ['Ref'], 55],
      ['debit', ['Withdrawals'], 60],
      ['credit', ['Deposits'], 55],
      ['balance', ['Balance'], 55],
    ],
    font: 'sans',
    rules: ['grid'],
    signs: { balance: 'trailing' },
    mostLines: 2,
    amountsOn: 'first',
    creditEvery: 7,
  },
  {
    name: 'swiss',
    notation: { decimal: '.', group: "'", date: dateForms.dotted },
    wording: german,
    columns: [
      ['date', ['Datum'], 60],
      ['text', ['Text'], 200],
      ['debit', ['Belastung'], 75],
      ['credit', ['Gutschrift'], 75],
      ['value-date', ['Valuta'], 60],
      ['balance', ['Saldo'], 75],
    ],
    font: 'sans',
    rules: ['none', 'header', 'stripes'],
    signs: { balance: 'minus' },
    mostLines: 3,
    amountsOn: 'first',
    creditEvery: 6,
  },
  {
    name: 'lakhs',
    notation: { decimal: '.', group: ',', lakhs: true, date: dateForms.slashes },
    wording: english,
    columns: [
      ['date', ['Txn Date'], 62],
      ['value-date', ['Value Date'], 62],
      ['text', ['Description'], 170],
      ['debit', ['Debit'], 70],
      ['credit', ['Credit'], 70],
      ['balance', ['Balance'], 75],
    ],
    font: 'sans',
    rules: ['header', 'none', 'rows'],
    signs: {},
    mostLines: 3,
    amountsOn: 'first',
    totals: true,
    creditEvery: 5,
  },
  {
    name: 'balance-of-day',
    notation: { decimal: '.', group: ',', date: dateForms.iso },
    wording: english,
    columns: [
      ['date', ['Date'], 68],
      ['text', ['Transaction'], 230],
      ['credit', ['Money in'], 68],
      ['debit', ['Money out'], 68],
      ['balance', ['Balance'], 70],
    ],
    font: 'sans',
    rules: ['none', 'header'],
    signs: { debit: 'minus', balance: 'minus' },
    dateOnce: true,
    mostLines: 2,
    amountsOn: 'first',
    creditEvery: 6,
  },
  {
    name: 'amount-trailing',
    notation: eu,
    wording: german,
    columns: [
      ['date', ['Buchungstag'], 72],
      ['text', ['Vorgang'], 260],
      ['code', ['Beleg'], 60],
      ['amount', ['Betrag'], 90],
    ],
    font: 'serif',
    rules: ['none', 'header', 'rows'],
    signs: { amount: 'trailing' },
    mostLines: 3,
    amountsOn: 'first',
    totals: true,
    creditEvery: 4,
  },
];

/** A statement of an account set in one of the layouts. */
export function bankStatement(layout: BankLayout, random: Random): Statement {
  const { columns, wording, notation } = layout;
  const start = Date.UTC(2024, random.integer(0, 10), random.integer(1, 20));
  const count = random.pick([14, 22, 34, 48, 70]);
  let day = start;
  // A balance printed without a sign never falls below nothing.
  // What a customer owes stays a debit: which side counts as negative cannot be told where half are on either.
  const isOneSided = layout.signs.balance === undefined || isSided(layout.signs.balance);
  let balance = random.integer(50_000, 900_000) + (isOneSided ? 100_000_000 : 0);
  let debits = 0;
  let credits = 0;
  let printed = '';
  const toRow = (kind: PrintedRow['kind'], cells: Partial<Record<ColumnKey, PrintedCell>>): PrintedRow => ({
    kind,
    amountsOn: layout.amountsOn,
    cells: columns.map(([key]) => cells[key] ?? null),
  });
  const sum = (key: ColumnKey, cents: number): PrintedCell => {
    const style = layout.signs[key] ?? 'none';
    // Balances with sides count debits as positive: what a customer owes.
    const negative = cents < 0;
    const { sign, before } = (key === 'balance' ? layout.currency : undefined) ?? { sign: '', before: true };
    const digits = printSum(cents, notation);
    const printed = sign === '' ? digits : before ? `${sign}${digits}` : `${digits} ${sign}`;
    return {
      lines: [withSign(printed, negative, style)],
      value: (style === 'none' ? Math.abs(cents) : cents) / 100,
    };
  };
  const has = (key: ColumnKey) => columns.some(([own]) => own === key);
  const owed = has('balance') && isSided(layout.signs.balance);
  const rows: PrintedRow[] = [];
  if (has('balance')) rows.push(toRow('record', { text: plain(wording.opening), balance: sum('balance', balance) }));
  let step = random.pick([0, 0, 1, 1, 2, 3]);
  for (let index = 0; index < count; index += 1) {
    day += step * 86_400_000;
    step = random.pick([0, 0, 1, 1, 2, 3]);
    const isLastOfDay = step > 0 || index === count - 1;
    const isCredit = random.chance(1 / layout.creditEvery);
    const cents = isCredit ? random.integer(20_000, 400_000) : everydaySum(random);
    balance += isCredit === owed ? -cents : cents;
    if (isCredit) credits += cents;
    else debits += cents;
    const date = notation.date(new Date(day));
    const value = new Date(day);
    const first = random.pick(wording.bookings as readonly [string, ...string[]]);
    const more = Array.from({ length: random.integer(0, layout.mostLines - 1) }, () =>
      random.pick(wording.more as readonly [string, ...string[]]),
    );
    // What tells a row from all others stands in its first line.
    const text = [`${first} ${1000 + index}`, ...more];
    rows.push(
      toRow('record', {
        ...(layout.dateOnce === true && date === printed ? {} : { date: { lines: [date], value } }),
        'value-date': { lines: [date], value },
        code: { lines: [`V-${random.integer(100, 999)}`], value: 'code' },
        text: { lines: text, value: text.join(' ') },
        ...(isCredit
          ? { credit: sum('credit', cents) }
          : { debit: sum('debit', layout.signs.debit === undefined ? cents : -cents) }),
        amount: sum(
          'amount',
          layout.signs.amount === 'credit-suffix' ? (isCredit ? -cents : cents) : isCredit ? cents : -cents,
        ),
        ...(layout.balanceOnce !== true || isLastOfDay ? { balance: sum('balance', balance) } : {}),
      }),
    );
    printed = date;
    if (
      layout.carriedEvery !== undefined &&
      index % layout.carriedEvery === layout.carriedEvery - 1 &&
      index < count - 3
    ) {
      carry(rows, toRow, wording, sum('balance', balance));
      printed = '';
    }
  }
  const closing = rows.length;
  const net = layout.signs.amount === 'credit-suffix' ? debits - credits : credits - debits;
  if (layout.totals === true) {
    rows.push(
      toRow('total', {
        text: plain(wording.total),
        debit: sum('debit', layout.signs.debit === undefined ? debits : -debits),
        credit: sum('credit', credits),
        amount: sum('amount', net),
      }),
    );
  } else if (has('balance'))
    rows.push(toRow('total', { text: plain(wording.closing), balance: sum('balance', balance) }));
  const [last] = rows.splice(closing, 1);
  if (last !== undefined) rows.push({ ...last, spaceAbovePt: layout.closingSpacePt ?? 0 });
  const room = 505 - columns.reduce((total, [, , width]) => total + width, 0);
  return {
    hasSums: layout.totals === true || has('balance'),
    layout: layout.name,
    title: random.pick(['Account statement', 'Your transactions', 'Statement of account']),
    letterhead: ['Harrow & Vale Bank', 'Ms J Whitlock', '14 Larkspur Close', 'Harrogate HG2 8QT'].slice(
      0,
      random.integer(2, 4),
    ),
    facts: (
      [
        ['Account number', '30918264'],
        ['Sort code', '40-77-19'],
        ['Statement no.', '117'],
      ] as const
    ).slice(0, random.integer(1, 3)),
    columns: columns.map(
      ([key, heading, width]): PrintedColumn => ({
        heading,
        align: key === 'debit' || key === 'credit' || key === 'amount' || key === 'balance' ? 'right' : 'left',
        widthPt: width + (key === 'text' ? Math.max(0, room) : 0),
        isAmount: key === 'debit' || key === 'credit' || key === 'amount' || key === 'balance',
      }),
    ),
    rows,
    notes: random.chance(0.4)
      ? ['Please check your statement and tell us within 60 days if anything is wrong with it.']
      : [],
    look: {
      font: layout.font,
      sizePt: random.pick([7, 7.5, 8]),
      linePt: random.pick([9.5, 10, 11]),
      rowGapPt: layout.mostLines > 1 ? random.pick([3, 5, 7]) : random.pick([0, 2, 5]),
      rules: random.pick(layout.rules as readonly [RuleStyle, ...RuleStyle[]]),
      repeatHeader: random.chance(0.6),
      boldHeader: random.chance(0.8),
      headings: layout.headings ?? 'column',
      topOnEveryPage: layout.topOnEveryPage ?? false,
    },
  };
}

/** Balances with the side that they are on: debits count as positive, what a customer owes. */
function isSided(style: SignStyle | undefined): boolean {
  return style === 'sides' || style === 'tight-sides';
}

/** Ends a page with the balance, and begins the next one with it. */
function carry(
  rows: PrintedRow[],
  toRow: (kind: PrintedRow['kind'], cells: Partial<Record<ColumnKey, PrintedCell>>) => PrintedRow,
  { carried, brought }: Wording,
  balance: PrintedCell,
): void {
  rows.push(toRow('total', { text: plain(carried), balance }));
  rows.push({ ...toRow('record', { text: plain(brought), balance }), startsPage: true });
}

function plain(text: string): PrintedCell {
  return { lines: [text], value: text };
}
