import type { Random } from '@platen/cli/bench';
import type { BankLayout } from './bank-layouts.ts';
import { bankStatement } from './bank-statement.ts';
import {
  dutchNames,
  englishNames,
  frenchNames,
  germanNames,
  italianNames,
  type Names,
  polishNames,
  portugueseNames,
  spanishNames,
  swedishNames,
} from './column-names.ts';
import { dateForms, type monthNames, type Notation, namedDay, type SignStyle } from './notation.ts';
import type { Statement } from './statement-page.ts';
import {
  dutch,
  english,
  french,
  german,
  italian,
  polish,
  portuguese,
  spanish,
  swedish,
  type Wording,
} from './statement-texts.ts';

type Column = BankLayout['columns'][number];

interface Tongue {
  readonly wording: Wording;
  readonly names: Names;
  readonly sign: 'point' | 'comma';
  /** Whose months are spelled out. */
  readonly months?: keyof typeof monthNames;
}

const tongues: readonly [Tongue, ...Tongue[]] = [
  { wording: english, names: englishNames, sign: 'point' },
  { wording: english, names: englishNames, sign: 'point' },
  { wording: german, names: germanNames, sign: 'comma', months: 'german' },
  { wording: french, names: frenchNames, sign: 'comma', months: 'french' },
  { wording: spanish, names: spanishNames, sign: 'comma', months: 'spanish' },
  { wording: italian, names: italianNames, sign: 'comma', months: 'italian' },
  { wording: portuguese, names: portugueseNames, sign: 'comma', months: 'portuguese' },
  { wording: dutch, names: dutchNames, sign: 'comma', months: 'dutch' },
  { wording: polish, names: polishNames, sign: 'comma', months: 'polish' },
  { wording: swedish, names: swedishNames, sign: 'comma', months: 'swedish' },
];

/** What banks print between the rows of two pages. */
const adverts: readonly [readonly string[], ...(readonly string[])[]] = [
  ['Save more with our Bonus Saver', 'Earn up to 4.25% AER on balances from 1.00 to 5,000.00 until 31 December.'],
  ['Moving abroad?', 'Send up to 2,500.00 a day for 0.50 a transfer. Ask us in any branch.'],
  ['Important', 'Our opening hours change: Monday to Friday 9.00 to 17.30, Saturday 9.00 to 13.00.'],
];

const pageWidthPt = 505;
const narrowestTextPt = 170;

/** Kinds of composed statements: debits and credits apart, one signed column, or balances with their sides. */
export const composedKinds = ['two-columns', 'one-column', 'sided'] as const;

/** A statement in a layout that is made up for it alone, out of what statements are seen to vary in. */
export function composedStatement(kind: (typeof composedKinds)[number], random: Random): Statement {
  return bankStatement(composeLayout(kind, random), random);
}

export function composeLayout(kind: (typeof composedKinds)[number], random: Random): BankLayout {
  const { wording, names, sign, months } = random.pick(tongues);
  const balance = kind === 'sided' || random.chance(0.75);
  const columns = composeColumns(kind, balance, names, random);
  const mostLines = random.pick([1, 1, 2, 3, 4]);
  const font = random.pick(['sans', 'sans', 'serif', 'mono'] as const);
  // Days without a year are those of the statement, which has its date beside the address.
  const isShort = random.chance(0.2);
  const carries = balance && random.chance(0.3);
  return {
    name: `composed-${kind}`,
    notation: isShort ? composeShort(sign, random) : composeNotation(sign, months, random),
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
    creditEvery: random.pick([2, 3, 5, 8, 15, 40, 80]),
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
    look: {
      ...(random.chance(0.25) ? { amountInsetPt: random.pick([-4, 3, 6, 10]) } : {}),
      ...(random.chance(0.15) ? { amountScale: random.pick([0.9, 1.15, 1.3]) } : {}),
      breaksEntries: mostLines > 1 && random.chance(0.4),
      ...(random.chance(0.2)
        ? { advert: { lines: random.pick(adverts), at: random.pick(['end', 'start']), framed: random.chance(0.5) } }
        : {}),
    },
    sizesPt: font === 'mono' ? [6, 6.5, 7] : [6.5, 7, 7.5, 8, 8.5],
  };
}

function composeNotation(
  sign: 'point' | 'comma',
  months: keyof typeof monthNames | undefined,
  random: Random,
): Notation {
  if (sign === 'comma')
    return {
      decimal: ',',
      group: random.pick(['.', '.', ' ', '\u00a0', '\u2009', '']),
      date: random.pick([
        dateForms.dotted,
        dateForms.slashes,
        dateForms.shortYear,
        dateForms.shortDotted,
        months === undefined ? dateForms.iso : namedDay(months),
      ]),
    };
  const group = random.pick([',', ',', ',', "'", '\u2009', '']);
  return {
    decimal: '.',
    group,
    lakhs: random.chance(0.1) && group === ',',
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
  const balance = random.pick<SignStyle>(['minus', 'dash', 'trailing', 'brackets', 'overdrawn', 'debit-suffix']);
  if (kind === 'one-column')
    return { amount: random.pick<SignStyle>(['minus', 'dash', 'trailing', 'brackets', 'both-trailing']), balance };
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
  const column = (key: keyof Names, least: number, most: number): Column => [
    key,
    random.pick(names[key]),
    random.integer(least, most),
  ];
  const sides: readonly Column[] = [column('debit', 62, 90), column('credit', 62, 90)];
  const amounts: Column[] =
    kind === 'one-column' ? [column('amount', 75, 120)] : random.chance(0.3) ? sides.toReversed() : [...sides];
  if (balance) amounts.push(column('balance', 75, 105));
  const date = column('date', 72, 78);
  const text = column('text', narrowestTextPt, narrowestTextPt + 40);
  // Nothing is drawn off the page.
  const roomPt = pageWidthPt - [date, ...amounts].reduce((total, [, , widthPt]) => total + widthPt, 0);
  const base: readonly Column[] = [date, [text[0], text[1], Math.min(text[2], roomPt)], ...amounts];
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
