import type { Random } from '@platen/cli/bench';
import type { BankLayout } from './bank-layouts.ts';
import { bankStatement } from './bank-statement.ts';
import { composeLayout } from './composed-layouts.ts';
import { dateForms } from './notation.ts';
import type { RuleStyle, Statement } from './statement-page.ts';
import { english, german, polish, portuguese } from './statement-texts.ts';

type Own = Pick<BankLayout, 'name' | 'columns'> & Partial<BankLayout>;

const rules: readonly [RuleStyle, ...RuleStyle[]] = ['none', 'header', 'rows', 'stripes', 'grid'];

/** A layout with what it does not say left as most statements have it. */
export function layoutOf(own: Own, random: Random): BankLayout {
  return {
    notation: { decimal: '.', group: ',', date: dateForms.slashes },
    wording: english,
    font: random.pick(['sans', 'sans', 'serif']),
    rules: [random.pick(rules)],
    signs: { balance: 'minus' },
    mostLines: random.pick([1, 2, 3]),
    amountsOn: 'first',
    creditEvery: random.pick([3, 6, 12]),
    ...own,
  };
}

/** Amounts of both kinds in one column, a letter for debit or credit behind each. */
function lettersBehind(random: Random): Statement {
  const signs = random.pick(['letters', 'tight-letters'] as const);
  const layout = layoutOf(
    {
      name: 'letters-behind',
      notation: { decimal: ',', group: '.', date: dateForms.slashes },
      wording: portuguese,
      columns: [
        ['date', ['Data'], 65],
        ['text', ['Histórico'], 190],
        ['cheque', ['Docto.'], 60],
        ['amount', ['Valor (R$)'], 90],
        ['balance', ['Saldo (R$)'], 95],
      ],
      signs: { amount: signs, balance: signs },
      dateOnce: random.chance(0.3),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** References of thirteen figures beside the text, two dates, sums in lakhs. */
function longReferences(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'long-references',
      notation: { decimal: '.', group: ',', lakhs: true, date: dateForms.shortYear },
      columns: [
        ['date', ['Date'], 50],
        ['text', ['Narration'], 150],
        ['reference', ['Chq./Ref.No.'], 78],
        ['value-date', ['Value Dt'], 50],
        ['debit', ['Withdrawal Amt.'], 70],
        ['credit', ['Deposit Amt.'], 68],
        ['balance', ['Closing Balance'], 72],
      ],
      mostLines: 3,
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Two dates below each other, account numbers in the texts, a currency behind each amount. */
function stackedDates(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'stacked-dates',
      notation: { decimal: ',', group: '\u00a0', date: random.pick([dateForms.iso, dateForms.dotted]) },
      wording: {
        ...polish,
        more: [
          '61 1090 1014 0000 0712 1981 2874',
          'Tytul: FV/2024/118',
          'PL27114020040000300201355387',
          'tel. 48221234567',
        ],
      },
      columns: [
        ['days', ['Data operacji', 'Data waluty'], 75],
        ['text', ['Opis operacji'], 230],
        ['amount', ['Kwota'], 95],
        ['balance', ['Saldo po operacji'], 100],
      ],
      signs: { amount: 'minus', balance: 'minus' },
      currency: { sign: 'PLN', before: false, on: random.pick(['all', 'balance']) },
      mostLines: random.pick([2, 3, 4]),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** The balance before the amounts that make it. */
function balanceFirst(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'balance-first',
      columns: [
        ['date', ['Date'], 65],
        ['text', ['Details'], 200],
        ['balance', ['Balance'], 80],
        ['debit', ['Charges'], 75],
        ['credit', ['Payments'], 75],
      ],
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Days without a year over the end of one; the statement names its period. */
function overNewYear(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'over-new-year',
      notation: {
        decimal: ',',
        group: "'",
        date: random.pick([dateForms.dottedDays, dateForms.dottedPair]),
        fullDate: dateForms.dotted,
      },
      wording: german,
      columns: [
        ['date', ['Datum'], 55],
        ['text', ['Buchungstext'], 210],
        ['debit', ['Belastung'], 75],
        ['credit', ['Gutschrift'], 75],
        ['balance', ['Saldo CHF'], 85],
      ],
      firstDay: Date.UTC(2023, 11, random.integer(12, 24)),
      summary: true,
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Debits and credits so near each other, and so loosely in line, that the balance alone tells them apart. */
function strayingAmounts(random: Random): Statement {
  const layout = layoutOf(
    {
      name: 'straying-amounts',
      rules: [random.pick(['none', 'header', 'rows'])],
      columns: [
        ['date', ['Date'], 70],
        ['text', ['Description'], 210],
        ['debit', ['Debit'], 55],
        ['credit', ['Credit'], 55],
        ['balance', ['Balance'], 100],
      ],
      strayPt: random.pick([8, 16, 24, 32]),
    },
    random,
  );
  return bankStatement(layout, random);
}

/** Texts and amounts that fill their columns, with hardly more than a word space between them. */
function tightColumns(random: Random): Statement {
  const kind = random.pick(['two-columns', 'one-column'] as const);
  const composed = composeLayout(kind, random);
  const font = random.pick(['sans', 'serif'] as const);
  const look = { ...composed.look, cellGapPt: random.pick([2, 2.5, 3.5]) };
  const columns = composed.columns.map(([key, heading, widthPt]) => [key, heading, widthPt - 22] as const);
  return bankStatement({ ...composed, name: 'tight-columns', font, columns, look, sizesPt: [8, 8.5, 9] }, random);
}

export const worldBankLayouts = [
  lettersBehind,
  longReferences,
  stackedDates,
  balanceFirst,
  overNewYear,
  strayingAmounts,
  tightColumns,
] as const;
