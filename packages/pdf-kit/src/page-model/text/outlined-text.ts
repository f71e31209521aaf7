import { boxHeight, boxWidth } from '../box.ts';
import type { Drawing } from '../types.ts';

/** Fewer shapes are a logo or an ornament. */
const minLetters = 60;
/** The largest letters of a page, in points, and the least. */
const letterPt = { most: 60, least: 1.5 };
/** So many letters on one baseline are a line. */
const minOnLine = 5;

/**
 * Whether the shapes of a page are letters drawn as outlines, as design programs write them: filled, of the size of
 * letters, and most of them side by side on lines.
 */
export function drawsText(drawings: readonly Drawing[]): boolean {
  const letters = drawings.filter(({ box, fillColor }) => {
    const [widthPt, heightPt] = [boxWidth(box), boxHeight(box)];
    return fillColor !== null && Math.max(widthPt, heightPt) < letterPt.most && heightPt > letterPt.least;
  });
  if (letters.length < minLetters) return false;
  const lines = Map.groupBy(letters, ({ box }) => Math.round(box.y1));
  const onLines = [...lines.values()].filter((line) => line.length >= minOnLine).flat().length;
  return onLines > 0.5 * letters.length;
}
