import type { Random } from '../generated-tables/random.ts';
import type { BankLayout, ColumnKey } from './bank-layouts.ts';
import { bankStatement } from './bank-statement.ts';
import { dateForms, type Notation, type SignStyle } from './notation.ts';
import type { Statement } from './statement-page.ts';
import { english, french, german, italian, spanish, type Wording } from './statement-texts.ts';

/** What a language calls the columns of a statement: one of these for each, in one line or two. */
type Names = Readonly<Record<ColumnKey, readonly [readonly string[], ...(readonly string[])[]]>>;
type Column = BankLayout['columns'][number];

const englishNames: Names = {
  date: [['Date'], ['Posted'], ['Transaction', 'date'], ['Booking date']],
  'value-date': [['Value date'], ['Value', 'date'], ['Eff. date']],
  code: [['Ref'], ['Voucher'], ['Type']],
  cheque: [['Cheque no.'], ['Cheque'], ['Check', 'number']],
  number: [['No.'], ['#']],
  text: [['Description'], ['Details'], ['Particulars'], ['Transaction'], ['Narrative']],
  debit: [['Debit'], ['Paid out'], ['Withdrawals'], ['Money', 'out'], ['Payments'], ['Withdrawal', '(Dr)']],
  credit: [['Credit'], ['Paid in'], ['Deposits'], ['Money', 'in'], ['Receipts'], ['Deposit', '(Cr)']],
  amount: [['Amount'], ['Amount', '(USD)'], ['Value']],
  balance: [['Balance'], ['Running', 'balance'], ['Balance (£)'], ['Account balance']],
};
const germanNames: Names = {
  date: [['Datum'], ['Buchungstag'], ['Buchung']],
  'value-date': [['Wert'], ['Valuta'], ['Wertstellung']],
  code: [['Beleg'], ['PNr.']],
  cheque: [['Scheck-Nr.']],
  number: [['Nr.'], ['Lfd.']],
  text: [['Verwendungszweck'], ['Vorgang'], ['Text'], ['Buchungstext']],
  debit: [['Soll'], ['Belastung'], ['Ausgang EUR'], ['Lastschrift']],
  credit: [['Haben'], ['Gutschrift'], ['Eingang EUR']],
  amount: [['Betrag'], ['Umsatz EUR'], ['Betrag', 'in EUR']],
  balance: [['Saldo'], ['Kontostand'], ['Saldo EUR']],
};
const frenchNames: Names = {
  date: [['Date'], ['Date', 'opération']],
  'value-date': [['Valeur'], ['Date', 'valeur']],
  code: [['Pièce']],
  cheque: [['N° chèque']],
  number: [['N°']],
  text: [['Libellé'], ["Nature de l'opération"], ['Opération']],
  debit: [['Débit'], ['Débit (EUR)'], ['Sorties']],
  credit: [['Crédit'], ['Crédit (EUR)'], ['Entrées']],
  amount: [['Montant']],
  balance: [['Solde'], ['Solde (EUR)']],
};
const spanishNames: Names = {
  date: [['Fecha'], ['F. operación']],
  'value-date': [['F. valor'], ['Valor']],
  code: [['Doc.']],
  cheque: [['Cheque']],
  number: [['N°']],
  text: [['Concepto'], ['Descripción']],
  debit: [['Cargo'], ['Debe'], ['Cargos']],
  credit: [['Abono'], ['Haber'], ['Abonos']],
  amount: [['Importe']],
  balance: [['Saldo']],
};
const italianNames: Names = {
  date: [['Data'], ['Data', 'operazione']],
  'value-date': [['Valuta'], ['Data valuta']],
  code: [['Causale']],
  cheque: [['Assegno']],
  number: [['N.']],
  text: [['Descrizione'], ['Descrizione operazioni']],
  debit: [['Dare'], ['Addebiti'], ['Uscite']],
  credit: [['Avere'], ['Accrediti'], ['Entrate']],
  amount: [['Importo']],
  balance: [['Saldo']],
};

const tongues: readonly [
  readonly [Wording, Names, 'point' | 'comma'],
  ...(readonly [Wording, Names, 'point' | 'comma'])[],
] = [
  [english, englishNames, 'point'],
  [english, englishNames, 'point'],
  [german, germanNames, 'comma'],
  [french, frenchNames, 'comma'],
  [spanish, spanishNames, 'comma'],
  [italian, italianNames, 'comma'],
];

const pageWidthPt = 505;
const narrowestTextPt = 170;

/** Kinds of composed statements: debits and credits apart, one signed column, or balances with their sides. */
export const composedKinds = ['two-columns', 'one-column', 'sided'] as const;

/** A statement in a layout that is made up for it alone, out of what statements are seen to vary in. */
export function composedStatement(kind: (typeof composedKinds)[number], random: Random): Statement {
  return bankStatement(composeLayout(kind, random), random);
}

function composeLayout(kind: (typeof composedKinds)[number], random: Random): BankLayout {
  const [wording, names, sign] = random.pick(tongues);
  const balance = kind === 'sided' || random.chance(0.75);
  const columns = composeColumns(kind, balance, names, random);
  const mostLines = random.pick([1, 1, 2, 3, 4]);
  const font = random.pick(['sans', 'sans', 'serif', 'mono'] as const);
  // Days without a year are those of the statement, which has its date beside the address.
  const isShort = random.chance(0.2);
  const carries = balance && random.chance(0.3);
  return {
    name: `composed-${kind}`,
    notation: isShort ? composeShort(sign, random) : composeNotation(sign, random),
    wording,
    columns,
    font,
    rules: [random.pick(['none', 'none', 'header', 'header', 'rows', 'stripes', 'grid'])],
    signs: composeSigns(kind, random),
    dateOnce: random.chance(0.25),
    mostLines,
    amountsOn: mostLines > 1 && random.chance(0.25) ? 'last' : 'first',
    totals: !balance || random.chance(0.3),
    // Some statements have a single credit, or none.
    creditEvery: random.pick([2, 3, 5, 8, 15, 40]),
    balanceOnce: balance && random.chance(0.2),
    ...(carries ? { carriedEvery: random.pick([12, 18, 24]) } : {}),
    ...(random.chance(0.2)
      ? {
          currency: random.pick<NonNullable<BankLayout['currency']>>([
            { sign: '£', before: true, on: 'balance' },
            { sign: '$', before: true, on: 'all' },
            { sign: '€', before: false, on: 'balance' },
            { sign: '€ ', before: true, on: 'all' },
            { sign: 'EUR', before: false, on: 'all' },
          ]),
        }
      : {}),
    headings: random.pick(['column', 'column', 'column', 'left', 'center']),
    topOnEveryPage: random.chance(0.35),
    closingSpacePt: random.pick([0, 0, 6, 14]),
    ...(random.chance(0.15) ? { nothing: random.pick(['zero', 'dash'] as const) } : {}),
    sections: random.chance(0.15),
    dayTotals: !carries && random.chance(0.12),
    foreign: random.chance(0.3),
    summary: isShort || random.chance(0.3),
    ...(random.chance(0.2) ? { continued: 'Continued on next page' } : {}),
    bare: random.chance(0.06),
    sizesPt: font === 'mono' ? [6, 6.5, 7] : [6.5, 7, 7.5, 8, 8.5],
  };
}

function composeNotation(sign: 'point' | 'comma', random: Random): Notation {
  if (sign === 'comma')
    return {
      decimal: ',',
      group: random.pick(['.', '.', ' ', '\u00a0', '']),
      date: random.pick([dateForms.dotted, dateForms.slashes, dateForms.shortYear, dateForms.shortDotted]),
    };
  return {
    decimal: '.',
    group: random.pick([',', ',', ',', "'", '']),
    lakhs: random.chance(0.1),
    date: random.pick([
      dateForms.british,
      dateForms.slashes,
      dateForms.american,
      dateForms.iso,
      dateForms.dashes,
      dateForms.shortName,
    ]),
  };
}

function composeShort(sign: 'point' | 'comma', random: Random): Notation {
  if (sign === 'comma') {
    const date = random.pick([dateForms.dottedPair, dateForms.dottedDays, dateForms.dayMonth]);
    return { decimal: ',', group: random.pick(['.', ' ']), date, fullDate: dateForms.dotted };
  }
  const [date, fullDate] = random.pick([
    [dateForms.dayName, dateForms.british],
    [dateForms.nameDay, dateForms.american],
    [dateForms.dayMonth, dateForms.british],
    [dateForms.monthDay, dateForms.american],
  ] as const);
  return { decimal: '.', group: ',', date, fullDate };
}

function composeSigns(kind: (typeof composedKinds)[number], random: Random): BankLayout['signs'] {
  const balance = random.pick<SignStyle>(['minus', 'trailing', 'brackets', 'overdrawn', 'debit-suffix']);
  if (kind === 'one-column')
    return { amount: random.pick<SignStyle>(['minus', 'minus', 'trailing', 'brackets', 'both-trailing']), balance };
  if (kind === 'sided') return { balance: random.pick<SignStyle>(['sides', 'tight-sides']) };
  return random.chance(0.2)
    ? { debit: random.pick<SignStyle>(['minus', 'trailing', 'brackets']), balance }
    : { balance };
}

function composeColumns(
  kind: (typeof composedKinds)[number],
  balance: boolean,
  names: Names,
  random: Random,
): readonly Column[] {
  const column = (key: ColumnKey, least: number, most: number): Column => [
    key,
    random.pick(names[key]),
    random.integer(least, most),
  ];
  const sides: readonly Column[] = [column('debit', 62, 90), column('credit', 62, 90)];
  const amounts: Column[] =
    kind === 'one-column' ? [column('amount', 75, 120)] : random.chance(0.3) ? sides.toReversed() : [...sides];
  if (balance) amounts.push(column('balance', 75, 105));
  const base = [column('date', 68, 75), column('text', narrowestTextPt, narrowestTextPt + 40), ...amounts];
  // More columns only where the page has room for them.
  const extras = [
    ...(random.chance(0.5) ? [column('value-date', 68, 72)] : []),
    ...(random.chance(0.3) ? [column('code', 50, 60)] : []),
    ...(random.chance(0.2) ? [column('cheque', 58, 66)] : []),
    ...(random.chance(0.12) ? [column('number', 30, 36)] : []),
  ];
  return extras.reduce((columns: readonly Column[], extra) => withColumn(columns, extra, random), base);
}

function withColumn(columns: readonly Column[], extra: Column, random: Random): readonly Column[] {
  if ([...columns, extra].reduce((total, [, , widthPt]) => total + widthPt, 0) > pageWidthPt) return columns;
  if (extra[0] === 'number') return [extra, ...columns];
  const behindText = columns.findIndex(([key]) => key === 'text') + 1;
  const behindDate = columns.findIndex(([key]) => key === 'date') + 1;
  const place = random.pick(
    extra[0] === 'cheque' ? [behindText] : [behindDate, behindText, ...(extra[0] === 'code' ? [] : [columns.length])],
  );
  return columns.toSpliced(place, 0, extra);
}
