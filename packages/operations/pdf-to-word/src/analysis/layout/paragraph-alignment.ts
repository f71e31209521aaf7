import type { Alignment } from '@platen/pdf-kit/flow-document';
import { median } from '@platen/pdf-kit/statistics';
import { gapBetween } from '../text/fragments.ts';
import type { Column, Fragment } from '../types.ts';

/** Edges this far apart, in points, are the same edge. */
const tolerancePt = 1.6;
/** Spaces that differ by less than this, in em, are of one width: rounding, not stretching. */
const sameSpaceEm = 0.005;

/** How the lines of a paragraph are between the edges of their column. */
export function alignmentOf(fragments: readonly Fragment[], column: Column): Alignment {
  return fragments.length === 1 ? alignmentOfLine(fragments[0], column) : alignmentOfLines(fragments, column);
}

function alignmentOfLine(fragment: Fragment | undefined, column: Column): Alignment {
  if (fragment === undefined) return 'left';
  const left = fragment.box.x0 - column.x0;
  const right = column.x1 - fragment.box.x1;
  const em = fragment.style.sizePt;
  if (left > 1.5 * em && right > 1.5 * em && Math.abs(left - right) < Math.max(3, 0.4 * em)) return 'center';
  if (right < 2.5 && left > 0.3 * (column.x1 - column.x0)) return 'right';
  return fragment.direction === 'rtl' ? 'right' : 'left';
}

function alignmentOfLines(fragments: readonly Fragment[], column: Column): Alignment {
  const rightToLeft = fragments[0]?.direction === 'rtl';
  const starts = fragments.map(({ box }) => (rightToLeft ? -box.x1 : box.x0));
  const ends = fragments.map(({ box }) => (rightToLeft ? -box.x0 : box.x1));
  const centres = fragments.map(({ box }) => (box.x0 + box.x1) / 2);
  const startsAgree = spread(starts.slice(1)) <= tolerancePt;
  const endsAgree = mostlyFlush(ends.slice(0, -1), 0.25 * (fragments[0]?.style.sizePt ?? 10));
  const ragged = spread(fragments.length > 2 ? starts.slice(1) : starts) > tolerancePt;
  if (ragged && spread(centres) <= 2 * tolerancePt) return 'center';
  const columnStart = rightToLeft ? -column.x1 : column.x0;
  // A last line that fills the column is not pushed to its end: the first one is indented.
  const isFilled = fragments.length === 2 && (starts[1] ?? 0) - columnStart <= tolerancePt;
  if (ragged && spread(ends) <= tolerancePt && !isFilled) return rightToLeft ? 'left' : 'right';
  const atEdge = rightToLeft
    ? (fragments[0]?.box.x0 ?? 0) - column.x0 < tolerancePt
    : column.x1 - (fragments[0]?.box.x1 ?? 0) < tolerancePt;
  if (startsAgree && endsAgree && (fragments.length > 2 || (atEdge && !spacedAlike(fragments)))) return 'justify';
  return rightToLeft ? 'right' : 'left';
}

/** Whether all lines have spaces of one width: one that ends at the edge does so by chance. */
function spacedAlike(fragments: readonly Fragment[]): boolean {
  const spaces = fragments.map(({ words }) =>
    words.slice(1).map((word, index) => gapBetween(words[index] ?? word, word)),
  );
  if (spaces.some(({ length }) => length === 0)) return false;
  // The middle one: what parts a label from its text is no space.
  const widths = spaces.map((gaps) => median(gaps));
  return spread(widths) < sameSpaceEm * (fragments[0]?.style.sizePt ?? 10);
}

/** Most of the edges are the outermost one; punctuation may stand out of it, as good setting has it. */
function mostlyFlush(edges: readonly number[], within: number): boolean {
  const furthest = Math.max(...edges);
  return edges.filter((edge) => edge >= furthest - within).length >= 0.8 * edges.length;
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}
