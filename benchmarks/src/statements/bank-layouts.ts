import { dateForms, type Notation, type SignStyle } from './notation.ts';
import type { RuleStyle, Statement } from './statement-page.ts';
import { english, french, german, type Wording } from './statement-texts.ts';

export type ColumnKey =
  | 'date'
  | 'value-date'
  | 'code'
  | 'cheque'
  | 'number'
  | 'text'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'balance'
  | 'cleared'
  | 'charge'
  | 'side'
  | 'reference'
  | 'days';

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
  /** Debits and credits are summed up beside the balance carried forward: those of the page, or all so far. */
  readonly carriesSums?: 'page' | 'all';
  /** There is no credit before this booking. */
  readonly creditsFrom?: number;
  /** A currency before or behind every balance, or every amount. */
  readonly currency?: { readonly sign: string; readonly before: boolean; readonly on: 'balance' | 'all' };
  /** What is printed in the one of debit and credit that a booking is not: nothing, by default. */
  readonly nothing?: 'zero' | 'dash';
  /** Headings between the bookings: of a month or a card. */
  readonly sections?: boolean;
  /** The debits and credits of each day are summed up below them. */
  readonly dayTotals?: boolean;
  /** Lines of a booking tell of amounts in another currency. */
  readonly foreign?: boolean;
  /** Opening and closing balance, money in and out beside the address. */
  readonly summary?: boolean;
  readonly continued?: string;
  /** No heading over any column. */
  readonly bare?: boolean;
  readonly sizesPt?: readonly [number, ...number[]];
  /** Headings set otherwise than their amounts, and the letterhead on every page. */
  readonly headings?: Statement['look']['headings'];
  readonly topOnEveryPage?: boolean;
  readonly closingSpacePt?: number;
  /** What else of the look is peculiar to the layout. */
  readonly look?: Pick<Statement['look'], 'amountInsetPt' | 'amountScale' | 'breaksEntries' | 'advert' | 'cellGapPt'>;
  /** Debits and credits are printed up to so far left or right of their place. */
  readonly strayPt?: number;
  /** The first day of the statement, by default one of 2024. */
  readonly firstDay?: number;
  /** Which of debits and credits is printed behind an amount without a sign, in a column of its own. */
  readonly sideColumn?: readonly [debit: string, credit: string];
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
