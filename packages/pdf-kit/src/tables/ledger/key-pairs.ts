import type { ColumnRow } from '../column-row.ts';
import { isKey, type LineKind, lineKinds } from './line-kinds.ts';

/** This many records with a second key, and this share of all, show that the table has pairs of keys. */
export const minSecondKeys = 2;
const secondKeyShare = 0.9;

/** Whether nearly all records have a pair of keys, one below the other. */
export function hasKeyPairs(rows: readonly ColumnRow[], columns: ReadonlySet<number>): boolean {
  return arePaired(lineKinds(rows, columns), rows);
}

function arePaired(kinds: readonly LineKind[], rows: readonly ColumnRow[]): boolean {
  const { seconds, firsts, areSeconds } = secondKeys(kinds, rows);
  return areSeconds && seconds.length >= minSecondKeys && seconds.length >= secondKeyShare * firsts.length;
}

/**
 * If each record has two keys below each other, such as booking date and value date, the second does not begin a
 * record.
 */
export function withSecondKeys(
  kinds: readonly LineKind[],
  rows: readonly ColumnRow[],
  hasPairs: boolean,
): readonly LineKind[] {
  const arePairs = hasPairs ? secondKeys(kinds, rows).areSeconds : arePaired(kinds, rows);
  return arePairs ? kinds.map((kind) => (kind === 'keyed' ? 'loose' : kind)) : kinds;
}

/**
 * The lines with a key and amounts, those with only a key, and whether each of the latter directly follows one of the
 * former.
 */
function secondKeys(kinds: readonly LineKind[], rows: readonly ColumnRow[]) {
  const isFirst = (index: number) =>
    kinds[index] === 'amounts' &&
    rows[index]?.chunks.some(({ first, chunk }) => first === 0 && isKey(chunk.text)) === true;
  const seconds = [...kinds.keys()].filter((index) => kinds[index] === 'keyed');
  const firsts = [...kinds.keys()].filter(isFirst);
  return { seconds, firsts, areSeconds: seconds.every((index) => isFirst(index - 1)) };
}
