import { coordinateCount } from '../content/path-opcode.ts';
import type { Outline } from './measure-outline.ts';

/**
 * A font counts its em in so many units at least where it is made of outlines; others are pictures of letters or are
 * drawn at their size. Browsers print variable fonts as outlines of 1000 or 2048 units.
 */
export const minUnitsPerEm = 500;

/** Enough letters for a verdict on all of them. */
const maxLetters = 80;

/** The letters of a Type 3 font of outlines, in em; none for any other object of pdf.js. All of it is outside data. */
export function typeThreeOutlines(object: unknown): readonly Outline[] {
  if (typeof object !== 'object' || object === null) return [];
  const { charProcOperatorList, fontMatrix } = object as { charProcOperatorList?: unknown; fontMatrix?: unknown };
  if (!(charProcOperatorList instanceof Map) || !Array.isArray(fontMatrix)) return [];
  const [scaleX, , , scaleY] = fontMatrix.map(Number);
  if (scaleX === undefined || scaleY === undefined || !(Math.abs(scaleX) <= 1 / minUnitsPerEm)) return [];
  return [...charProcOperatorList.values()]
    .slice(0, maxLetters)
    .flatMap(pathsOf)
    .map((path) => scaled(path, scaleX, scaleY));
}

/** The paths among the arguments of a letter's operators: `constructPath` has a painting operator and its data. */
function pathsOf(operators: { readonly argsArray?: readonly unknown[] } | null): Outline[] {
  return (operators?.argsArray ?? []).flatMap((args) => {
    const data: unknown = Array.isArray(args) ? args[1] : null;
    const path: unknown = Array.isArray(data) ? data[0] : null;
    return ArrayBuffer.isView(path) && 'length' in path ? [path as unknown as Outline] : [];
  });
}

function scaled(path: Outline, scaleX: number, scaleY: number): Outline {
  const result: number[] = [];
  for (let index = 0; index < path.length; ) {
    const code = path[index] ?? 0;
    const coordinates = coordinateCount.get(code) ?? 0;
    result.push(code);
    for (let place = 1; place <= coordinates; place++) {
      result.push((path[index + place] ?? 0) * (place % 2 === 1 ? scaleX : scaleY));
    }
    index += 1 + coordinates;
  }
  return result;
}
