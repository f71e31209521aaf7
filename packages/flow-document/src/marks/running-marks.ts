import type { Line } from '@platen/pdf-kit/page-model';
import type { PageLayout } from '../analysis/layout/page-layout.ts';
import { isRunning } from '../analysis/running/is-running.ts';
import { isLevelRule } from './drawn-boxes.ts';
import type { PageMark } from './page-marks.ts';

/** A mark at one place of many pages: the rule below the running header, a bar at the edge. */
export interface RunningMark {
  readonly mark: PageMark;
  /** The pages of the survey that show it, in order. */
  readonly pages: readonly number[];
}

export interface RunningMarks {
  readonly marks: readonly RunningMark[];
  has(mark: PageMark): boolean;
}

/**
 * The marks of a page that may be running marks: a horizontal rule within the text belongs to what it separates, as
 * above notes.
 */
export function marksThatMayRun({ frame }: PageLayout, marks: readonly PageMark[]): readonly PageMark[] {
  return marks.filter((mark) => !isLevelRule(mark) || mark.box.y0 <= frame.y0 || mark.box.y0 >= frame.y1);
}

/** A rule this far from running lines, in em, belongs to them. */
const besideEm = 2;

/**
 * Which marks of the surveyed pages are running ones: those of many pages, and level rules beside the running lines that only their page
 * has (`loneLines`).
 */
export function findRunningMarks(
  marksByPage: ReadonlyMap<number, readonly PageMark[]>,
  loneLines: ReadonlyMap<number, readonly Line[]>,
): RunningMarks {
  const found = new Map<string, { mark: PageMark; pages: Set<number> }>();
  for (const [number, marks] of marksByPage) {
    for (const mark of marks) {
      const known = found.get(keyOf(mark)) ?? { mark, pages: new Set() };
      found.set(keyOf(mark), known);
      known.pages.add(number);
    }
  }
  const isLone = (mark: PageMark, pages: ReadonlySet<number>) =>
    isLevelRule(mark) && [...pages].every((page) => loneLines.get(page)?.some((line) => isBeside(mark, line)));
  const running = new Map(
    [...found].filter(([, { mark, pages }]) => isRunning(pages, marksByPage.size) || isLone(mark, pages)),
  );
  return {
    marks: [...running.values()].map(({ mark, pages }) => ({ mark, pages: [...pages] })),
    has: (mark) => running.has(keyOf(mark)),
  };
}

function isBeside({ box: { x0, x1, y0 } }: PageMark, { box, style }: Line): boolean {
  const reach = besideEm * style.sizePt;
  return x0 < box.x1 && x1 > box.x0 && y0 > box.y0 - reach && y0 < box.y1 + reach;
}

function keyOf({ box, fill, outline, text }: PageMark): string {
  const { x0, y0, x1, y1 } = box;
  return [
    ...[x0, y0, x1, y1].map((value) => Math.round(value / 2)),
    fill,
    outline?.color,
    ...(text?.lines ?? []).map((line) => line.text),
  ].join(' ');
}
