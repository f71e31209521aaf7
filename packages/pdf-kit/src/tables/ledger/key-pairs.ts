import type { ColumnRow } from '../column-row.ts';
import { isKey, type LineKind, lineKinds } from './line-kinds.ts';

/** So many records with a second key, and this share of all, show that the keys of the table are in pairs. */
export const minSecondKeys = 2;
const secondKeyShare = 0.9;

/** Whether the keys of nearly all records are in pairs, one below the other. */
export function hasKeyPairs(rows: readonly ColumnRow[], columns: ReadonlySet<number>): boolean {
  return arePaired(lineKinds(rows, columns), rows);
}

function arePaired(kinds: readonly LineKind[], rows: readonly ColumnRow[]): boolean {
  const { seconds, firsts, areSeconds } = secondKeys(kinds, rows);
  return areSeconds && seconds.length >= minSecondKeys && seconds.length >= secondKeyShare * firsts.length;
}

/** Where each record has two keys below each other, the day of its booking and of its value, the second begins none. */
export function withSecondKeys(
  kinds: readonly LineKind[],
  rows: readonly ColumnRow[],
  hasPairs: boolean,
): readonly LineKind[] {
  const arePairs = hasPairs ? secondKeys(kinds, rows).areSeconds : arePaired(kinds, rows);
  return arePairs ? kinds.map((kind) => (kind === 'keyed' ? 'loose' : kind)) : kinds;
}

/** The lines with a key and amounts, those with a key alone, and whether all of these are right below one of the others. */
function secondKeys(kinds: readonly LineKind[], rows: readonly ColumnRow[]) {
  const isFirst = (index: number) =>
    kinds[index] === 'amounts' &&
    rows[index]?.chunks.some(({ first, chunk }) => first === 0 && isKey(chunk.text)) === true;
  const seconds = [...kinds.keys()].filter((index) => kinds[index] === 'keyed');
  const firsts = [...kinds.keys()].filter(isFirst);
  return { seconds, firsts, areSeconds: seconds.every((index) => isFirst(index - 1)) };
}
