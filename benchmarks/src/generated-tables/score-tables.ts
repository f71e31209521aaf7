import type { TruthCell } from './draw-page.ts';

/** How many neighbours are in the truth, were found, and are in both. */
export interface Agreement {
  readonly truth: number;
  readonly found: number;
  readonly both: number;
}

/**
 * Compares tables by their adjacency relations, as the table competition of ICDAR 2013 did (Göbel and others): a cell
 * and its nearest neighbour with text, to the right and below. White space in texts does not count.
 */
export function compareTables(
  truth: readonly (readonly TruthCell[])[],
  found: readonly (readonly TruthCell[])[],
): Agreement {
  const expected = countEach(truth.flatMap(relationsOf));
  const actual = countEach(found.flatMap(relationsOf));
  let both = 0;
  for (const [relation, count] of expected) both += Math.min(count, actual.get(relation) ?? 0);
  return { truth: sum(expected), found: sum(actual), both };
}

/** The harmonic mean of precision and recall; 1 where nothing was to be found and nothing was. */
export function f1Of({ truth, found, both }: Agreement): number {
  return truth + found === 0 ? 1 : (2 * both) / (truth + found);
}

function relationsOf(cells: readonly TruthCell[]): string[] {
  const filled = cells.filter(({ text }) => keyOf(text) !== '');
  const rows = Math.max(0, ...filled.map(({ row, rowSpan }) => row + rowSpan));
  const columns = Math.max(0, ...filled.map(({ column, columnSpan }) => column + columnSpan));
  const owners = new Map<number, TruthCell>();
  for (const cell of filled) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row += 1)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column += 1)
        owners.set(row * columns + column, cell);
  }
  const relations = new Map<string, string>();
  const relate = (from: number, to: number, direction: string) => {
    const [one, other] = [owners.get(from), owners.get(to)];
    if (one === undefined || other === undefined || one === other) return false;
    const places = `${one.row} ${one.column} ${other.row} ${other.column} ${direction}`;
    relations.set(places, `${keyOf(one.text)}\n${keyOf(other.text)}\n${direction}`);
    return true;
  };
  for (const place of owners.keys()) {
    const end = (Math.floor(place / columns) + 1) * columns;
    for (let next = place + 1; next < end; next += 1) {
      if (owners.get(next) !== undefined && (owners.get(next) === owners.get(place) || relate(place, next, 'right')))
        break;
    }
    for (let next = place + columns; next < rows * columns; next += columns) {
      if (owners.get(next) !== undefined && (owners.get(next) === owners.get(place) || relate(place, next, 'below')))
        break;
    }
  }
  return [...relations.values()];
}

function keyOf(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}

function countEach(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
