import { median } from '@platen/pdf-kit/statistics';
import type { Alignment } from '../../model/formats.ts';
import { gapBetween } from '../text/fragments.ts';
import type { Column, Fragment } from '../types.ts';
import { paragraphThresholds } from './thresholds.ts';

const { alignment, sameEdgePt } = paragraphThresholds;

/** How the lines of a paragraph are between the edges of their column. */
export function alignmentOf(fragments: readonly Fragment[], column: Column): Alignment {
  return fragments.length === 1 ? alignmentOfLine(fragments[0], column) : alignmentOfLines(fragments, column);
}

function alignmentOfLine(fragment: Fragment | undefined, column: Column): Alignment {
  if (fragment === undefined) return 'left';
  const left = fragment.box.x0 - column.x0;
  const right = column.x1 - fragment.box.x1;
  const em = fragment.style.sizePt;
  const roomPt = alignment.centredRoomEm * em;
  const slackPt = alignment.centredSlackEm * em;
  if (left > roomPt && right > roomPt && Math.abs(left - right) < slackPt) return 'center';
  if (right < alignment.rightEdgePt && left > alignment.rightStartShare * (column.x1 - column.x0)) return 'right';
  return fragment.direction === 'rtl' ? 'right' : 'left';
}

function alignmentOfLines(fragments: readonly Fragment[], column: Column): Alignment {
  const rightToLeft = fragments[0]?.direction === 'rtl';
  const starts = fragments.map(({ box }) => (rightToLeft ? -box.x1 : box.x0));
  const ends = fragments.map(({ box }) => (rightToLeft ? -box.x0 : box.x1));
  const centres = fragments.map(({ box }) => (box.x0 + box.x1) / 2);
  const startsAgree = spread(starts.slice(1)) <= sameEdgePt;
  const endsAgree = mostlyFlush(ends.slice(0, -1), alignment.flushEm * (fragments[0]?.style.sizePt ?? 10));
  const ragged = spread(fragments.length > 2 ? starts.slice(1) : starts) > sameEdgePt;
  const columnStart = rightToLeft ? -column.x1 : column.x0;
  // The second line of an indented paragraph begins at the edge, and has the middle of the first by chance.
  const isIndented = fragments.length === 2 && (starts[1] ?? 0) - columnStart <= sameEdgePt;
  if (ragged && spread(centres) <= 2 * sameEdgePt && !isIndented) return 'center';
  // A last line that nearly fills the column is not pushed to its end: the first one is indented, or it hangs.
  const pushedPt = alignment.rightStartShare * (column.x1 - column.x0);
  const isFilled = fragments.length === 2 && (starts[1] ?? 0) - columnStart <= pushedPt;
  if (ragged && spread(ends) <= sameEdgePt && !isFilled) return rightToLeft ? 'left' : 'right';
  const atEdge = rightToLeft
    ? (fragments[0]?.box.x0 ?? 0) - column.x0 < sameEdgePt
    : column.x1 - (fragments[0]?.box.x1 ?? 0) < sameEdgePt;
  if (startsAgree && endsAgree && (fragments.length > 2 || (atEdge && !spacedAlike(fragments)))) return 'justify';
  return rightToLeft ? 'right' : 'left';
}

/** Whether all lines have spaces of one width: one that ends at the edge does so by chance. */
function spacedAlike(fragments: readonly Fragment[]): boolean {
  const spaces = fragments.map(({ words }) =>
    words.slice(1).map((word, index) => gapBetween(words[index] ?? word, word)),
  );
  if (spaces.some(({ length }) => length === 0)) return false;
  // The middle one: what separates a label from its text is no space.
  const widths = spaces.map((gaps) => median(gaps));
  return spread(widths) < alignment.sameSpaceEm * (fragments[0]?.style.sizePt ?? 10);
}

/** Most of the edges are the outermost one; punctuation may stand out of it, as good setting has it. */
function mostlyFlush(edges: readonly number[], within: number): boolean {
  const furthest = Math.max(...edges);
  return edges.filter((edge) => edge >= furthest - within).length >= alignment.flushShare * edges.length;
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
}
