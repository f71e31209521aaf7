import type { Random } from '@platen/cli/bench';
import { businessDocument } from './business-document.ts';
import { dateForms, type Notation, printSum } from './notation.ts';
import { amount, left, right, row, section, word } from './printed-parts.ts';
import type { PrintedCell, PrintedColumn, PrintedRow, Statement } from './statement-page.ts';

const point: Notation = { decimal: '.', group: ',', date: dateForms.slashes };
const comma: Notation = { decimal: ',', group: '.', date: dateForms.dotted };
const spaced: Notation = { decimal: ',', group: '\u2009', date: dateForms.slashes };

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** A whole amount, in brackets where it is negative; a dash where it is nothing. */
function whole(units: number, notation: Notation, nothing = '–'): PrintedCell {
  if (units === 0) return { lines: [nothing], value: 'code' };
  const digits = printSum(units, notation, 0);
  return { lines: [units < 0 ? `(${digits})` : digits], value: units };
}

/** The side of each balance in a narrow column beside it, without a heading. */
function sidesBeside(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const [debit, credit] = random.pick<readonly [string, string]>([
    ['Dr', 'Cr'],
    ['DR', 'CR'],
  ]);
  const sided = (cents: number): PrintedCell[] => {
    const side = cents < 0 ? debit : credit;
    return [
      { lines: [printSum(Math.abs(cents), notation)], value: cents / 100, side },
      { lines: [side], value: 'code' },
    ];
  };
  const names = ['Cash at bank', 'Trade debtors', 'Stock', 'Motor vehicles', 'Trade creditors', 'Value added tax'];
  const more = ['Loan', 'Share capital', 'Retained earnings', 'Sales', 'Purchases', 'Wages', 'Rent', 'Insurance'];
  const rows = [...names, ...more].slice(0, random.integer(8, 14)).map((name, index) =>
    row([
      { lines: [String(1000 + 50 * index)], value: 'code' },
      word(name),
      // Debits are the exception.
      ...sided((index % 3 === 0 ? -1 : 1) * random.integer(100, 900_000)),
      ...sided((index % 4 === 2 ? -1 : 1) * random.integer(100, 900_000)),
    ]),
  );
  const columns = [
    left('Account', 60),
    left('Name', 160),
    right('Opening balance', 95),
    left([], 36),
    right('Closing balance', 95),
    left([], 36),
  ];
  return businessDocument('sides-beside', 'Balances of accounts', { columns, rows, hasSums: false }, random, {
    headings: 'column',
    cellGapPt: 5,
  });
}

/** Spanish: what is owned beside what is owed, each with a note and two years. */
function balanceBothSides(random: Random): Statement {
  const sideOf = (names: readonly string[]) =>
    names.map((name) => ({
      name,
      note: random.chance(0.5) ? String(random.integer(4, 23)) : null,
      values: [0, 1].map(() => random.integer(1200, 9_000_000)),
    }));
  const assets = sideOf(
    ['Inmovilizado intangible', 'Inmovilizado material', 'Existencias', 'Deudores comerciales', 'Tesorería'].slice(
      0,
      random.integer(3, 5),
    ),
  );
  const claims = sideOf(
    [
      'Capital',
      'Reservas',
      'Resultado del ejercicio',
      'Deudas a largo plazo',
      'Acreedores comerciales',
      'Hacienda Pública',
    ].slice(0, random.integer(3, 6)),
  );
  const cells = (own: (typeof assets)[number] | undefined): (PrintedCell | null)[] =>
    own === undefined
      ? [null, null, null, null]
      : [
          word(own.name),
          own.note === null ? null : { lines: [own.note], value: 'code' },
          ...own.values.map((units) => amount(units, comma, 0)),
        ];
  const sums = (name: string, own: typeof assets): (PrintedCell | null)[] => [
    word(name),
    null,
    ...[0, 1].map((year) => amount(total(own.map(({ values }) => values[year] ?? 0)), comma, 0)),
  ];
  const rows = Array.from({ length: Math.max(assets.length, claims.length) }, (_, index) =>
    row([...cells(assets[index]), ...cells(claims[index])]),
  );
  const columns = ['ACTIVO', 'PATRIMONIO NETO Y PASIVO'].flatMap((name) => [
    left(name, 125),
    left('Notas', 28),
    right('2024', 52),
    right('2023', 52),
  ]);
  const closing = row([...sums('TOTAL ACTIVO', assets), ...sums('TOTAL PATRIMONIO NETO Y PASIVO', claims)], 'total');
  return businessDocument(
    'balance-both-sides',
    'Balance de situación',
    { columns, rows: [...rows, closing], hasSums: true, entryColumns: 4 },
    random,
    { landscape: random.chance(0.4) },
  );
}

/** Years of a group and of its company under a heading each, notes, costs in brackets, and the unit as the last line of the header. */
function groupAndCompany(random: Random): Statement {
  const unit = random.pick(["£'000", '€m', 'RM’000']);
  const notation = point;
  const lines = [
    'Revenue',
    'Cost of sales',
    'Distribution costs',
    'Administrative expenses',
    'Finance costs',
    'Tax expense',
  ];
  const sums: number[][] = [];
  const rows = lines.map((name, index): PrintedRow => {
    const values = Array.from({ length: 4 }, () => {
      if (index > 3 && random.chance(0.3)) return 0;
      return index === 0 ? random.integer(900_000, 9_000_000) : -random.integer(1200, 400_000);
    });
    sums.push(values);
    const note = random.chance(0.5) ? { lines: [String(random.integer(3, 31))], value: 'code' } : null;
    return row([word(name), note, ...values.map((units) => whole(units, notation))]);
  });
  const profit = Array.from({ length: 4 }, (_, column) => total(sums.map((values) => values[column] ?? 0)));
  const years = ['Group', 'Company'].flatMap((group) =>
    ['2024', '2023'].map((year): PrintedColumn => ({ ...right([year, unit], 72), group })),
  );
  return businessDocument(
    'group-and-company',
    'Statements of comprehensive income',
    {
      columns: [left([], 180), left('Note', 32), ...years],
      rows: [
        ...rows,
        row([word('Profit for the year'), null, ...profit.map((units) => whole(units, notation))], 'total'),
      ],
      hasSums: true,
    },
    random,
    { headings: 'column' },
  );
}

/** What a fund holds, by country: numbers of shares, prices, values and their share, with a sum for each country. */
function fundHoldings(random: Random): Statement {
  const notation = random.pick([point, comma]);
  const values: number[] = [];
  const digits = (length: number) => Array.from({ length }, () => random.integer(0, 9)).join('');
  const share = (cents: number): PrintedCell => amount(Math.round(cents / 4_000_000), notation);
  const rows = ['Germany', 'France', 'Japan', 'United States']
    .slice(0, random.integer(2, 4))
    .flatMap((country, group): PrintedRow[] => {
      const own = Array.from({ length: random.integer(2, 9) }, (_, index) => {
        const units = random.integer(100, 40_000);
        const price = random.integer(300, 90_000);
        return {
          name: `${['Nordwind', 'Helios', 'Kita', 'Larch'][group]} Industries ${100 + index}`,
          units,
          price,
          value: units * price,
        };
      });
      const sum = total(own.map(({ value }) => value));
      values.push(sum);
      return [
        section(country, 7),
        ...own.map(({ name, units, price, value }) =>
          row([
            { lines: [`${['DE', 'FR', 'JP', 'US'][group]}${digits(10)}`], value: 'code' },
            word(name),
            amount(units, notation, 0),
            word('EUR'),
            amount(price, notation),
            amount(value, notation),
            share(value),
          ]),
        ),
        row([null, word(`Total ${country}`), null, null, null, amount(sum, notation), share(sum)], 'total'),
      ];
    });
  const columns = [
    left('ISIN', 78),
    left('Security', 135),
    right('Quantity', 55),
    left('Currency', 46),
    right('Price', 58),
    right('Market value', 85),
    right(['% of net', 'assets'], 48),
  ];
  const end = row(
    [null, word('Total securities'), null, null, null, amount(total(values), notation), share(total(values))],
    'total',
  );
  return businessDocument(
    'fund-holdings',
    'Statement of net assets',
    { columns, rows: [...rows, end], hasSums: false },
    random,
  );
}

/** French: people by region, sex and year, thousands set apart by thin spaces, a letter where a figure is kept secret. */
function statisticsByGroup(random: Random): Statement {
  const regions = [
    'Bretagne',
    'Normandie',
    'Occitanie',
    'Grand Est',
    'Corse',
    'Île-de-France',
    'Pays de la Loire',
    'Centre',
  ];
  const figure = (units: number): PrintedCell =>
    random.chance(0.06) ? { lines: [random.pick(['s', '…', 'nd'])], value: 'code' } : amount(units, spaced, 0);
  const rows = regions.slice(0, random.integer(5, 8)).map((name) =>
    row([
      word(name),
      ...['2023', '2024'].flatMap(() => {
        const [men, women] = [random.integer(900, 1_900_000), random.integer(900, 1_900_000)];
        return [figure(men), figure(women), figure(men + women)];
      }),
    ]),
  );
  const columns = [
    left('Région', 115),
    ...['2023', '2024'].flatMap((group) =>
      ['Hommes', 'Femmes', 'Ensemble'].map((name): PrintedColumn => ({ ...right(name, 62), group })),
    ),
  ];
  return businessDocument('statistics-by-group', 'Emploi par région', { columns, rows, hasSums: false }, random);
}

/** German: when each service is at a stop and when it goes on, named once where it waits. */
function arrivals(random: Random): Statement {
  const services = random.integer(5, 10);
  const starts = Array.from({ length: services }, (_, index) => 330 + index * random.integer(35, 60));
  const stops = ['Bahnhof', 'Markt', 'Klinikum', 'Schule', 'Messe', 'Flughafen'];
  let minutes = 0;
  const rows = stops.flatMap((name, index) => {
    const isLast = index === stops.length - 1;
    const times = isLast ? ['an'] : index === 2 || index === 4 ? ['an', 'ab'] : ['ab'];
    return times.map((mark, at) => {
      minutes += at === 0 ? random.integer(3, 14) : random.integer(1, 5);
      return row([
        at === 0 ? word(name) : null,
        { lines: [mark], value: 'code' },
        ...starts.map((start): PrintedCell | null => {
          const time = start + minutes;
          if (random.chance(0.08)) return null;
          const text = `${Math.floor(time / 60)}.${String(time % 60).padStart(2, '0')}`;
          return { lines: [text], value: 'code' };
        }),
      ]);
    });
  });
  const columns = [
    left('Fahrt', 75),
    left([], 24),
    ...starts.map((_, index): PrintedColumn => ({ ...left(String(7001 + 2 * index), 38), align: 'right' })),
  ];
  return businessDocument('arrivals', 'Montag bis Freitag', { columns, rows, hasSums: false }, random, {
    headings: 'column',
  });
}

/** Reports of companies, funds and offices. */
export const reportLayouts = [
  sidesBeside,
  balanceBothSides,
  groupAndCompany,
  fundHoldings,
  statisticsByGroup,
  arrivals,
] as const;
