import type { Random } from '@platen/cli/bench';
import type { PrintedCell, Statement } from './statement-page.ts';

/** The statement with one digit of one amount changed in print; null where its sums cannot tell. */
export function plantFault(statement: Statement, random: Random): Statement | null {
  const { next } = statement;
  if (next !== undefined && (!statement.hasSums || random.chance(0.5))) {
    const faulty = plantFault(next, random);
    return faulty === null ? null : { ...statement, next: faulty };
  }
  if (!statement.hasSums) return null;
  const places = statement.rows.flatMap((row, at) =>
    row.cells.flatMap((cell, column) =>
      isChangeable(statement, column) && typeof cell?.value === 'number' && /\d\d/.test(cell.lines[0] ?? '')
        ? [{ at, column, cell }]
        : [],
    ),
  );
  const place = places[random.integer(0, places.length - 1)];
  if (place === undefined) return null;
  const changed = changeDigit(place.cell, random);
  return {
    ...statement,
    rows: statement.rows.map((row, at) =>
      at === place.at
        ? { ...row, cells: row.cells.map((cell, column) => (column === place.column ? changed : cell)) }
        : row,
    ),
  };
}

/** Headings of figures that no printed sum depends on, or only by a product that is rounded. */
const unsummed = new Set([
  'Qty',
  'Disc.',
  'Rate',
  'Rate per unit',
  'Foreign amount',
  'Original amount',
  'SALDO LIQUIDACION',
  'Accrued Bank Charges',
  'Amount (INR)',
  'Price (INR)',
  '% (G/C)',
]);

/** Amounts that some sum depends on. */
function isChangeable({ columns }: Statement, column: number): boolean {
  const { isAmount, heading } = columns[column] ?? { isAmount: false, heading: [''] };
  return isAmount && !unsummed.has(heading.join(' '));
}

function changeDigit(cell: PrintedCell, random: Random): PrintedCell {
  const text = cell.lines[0] ?? '';
  const places = [...text].flatMap((letter, index) => (/\d/.test(letter) ? [index] : []));
  const place = places[random.integer(0, places.length - 1)] ?? 0;
  const first = place === places[0];
  const digit = Number(text[place]);
  const other = (digit + random.integer(1, 8)) % 10;
  const shown = first && other === 0 ? (digit === 9 ? 8 : digit + 1) : other === digit ? (digit + 1) % 10 : other;
  return { ...cell, lines: [`${text.slice(0, place)}${shown}${text.slice(place + 1)}`] };
}
