import { containsMiddle, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Page } from '@platen/pdf-kit/page-model';

/** A filled box seen from its axis: how far it reaches, and where along the axis it is. */
interface Bar {
  readonly box: Box;
  /** Where it meets the axis. */
  readonly foot: number;
  readonly start: number;
  readonly end: number;
  readonly lengthPt: number;
}

/** Minimum number of bars: two boxes are a pair of cells, or a legend. */
const minBars = 3;
const tolerancePt = 1.5;
/** Bars of one colour are apart by this share of their thickness; rows of a shaded table touch. */
const leastGapShare = 0.1;

/**
 * Regions of bar charts, made of nothing but boxes and rules: bars of one colour and one thickness are apart on an
 * axis and reach differently far. Highlighted lines of text begin at one edge too, but there is no axis, and words on
 * them.
 */
export function barCharts(page: Page): readonly Box[] {
  const lyingBars = barsByColor(page).flatMap((boxes) => onAxis(boxes.map(lying), uprightAxes(page)));
  return [...columnCharts(page), ...lyingBars];
}

/** Those whose bars stand: no column of a table has such. */
export function columnCharts(page: Page): readonly Box[] {
  return barsByColor(page).flatMap((boxes) => onAxis(boxes.map(standing), levelAxes(page)));
}

function barsByColor(page: Page): readonly (readonly Box[])[] {
  // What a chart is on is a rule.
  if (page.rules.length === 0) return [];
  const byColor = Map.groupBy(page.fills, ({ color }) => color);
  return [...byColor.values()].map((fills) => fills.map(({ box }) => box).filter((box) => !holdsWords(box, page)));
}

function standing(box: Box): Bar {
  return { box, foot: box.y1, start: box.x0, end: box.x1, lengthPt: box.y1 - box.y0 };
}

function lying(box: Box): Bar {
  return { box, foot: box.x0, start: box.y0, end: box.y1, lengthPt: box.x1 - box.x0 };
}

/** A rule that bars may be on: where it runs, and from where to where. */
interface Axis {
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

function levelAxes({ rules }: Page): readonly Axis[] {
  const level = rules.filter(({ orientation }) => orientation === 'horizontal');
  return level.map(({ x0, x1, y0 }) => ({ at: y0, start: x0, end: x1 }));
}

function uprightAxes({ rules }: Page): readonly Axis[] {
  const upright = rules.filter(({ orientation }) => orientation === 'vertical');
  return upright.map(({ x0, y0, y1 }) => ({ at: x0, start: y0, end: y1 }));
}

function onAxis(bars: readonly Bar[], axes: readonly Axis[]): readonly Box[] {
  return axes.flatMap((axis) => {
    const own = bars.filter(
      ({ foot, start, end }) =>
        Math.abs(foot - axis.at) <= tolerancePt && start >= axis.start - tolerancePt && end <= axis.end + tolerancePt,
    );
    const thickest = Map.groupBy(own, ({ start, end }) => Math.round((end - start) / tolerancePt));
    return [...thickest.values()].filter(areBars).map((group) => uniteBoxes(group.map(({ box }) => box)));
  });
}

function areBars(bars: readonly Bar[]): boolean {
  if (bars.length < minBars) return false;
  const lengths = new Set(bars.map(({ lengthPt }) => Math.round(lengthPt / tolerancePt)));
  const ordered = [...bars].sort((first, second) => first.start - second.start);
  const apart = ordered.every(({ start, end }, index) => {
    const before = ordered[index - 1];
    return before === undefined || start - before.end >= leastGapShare * (end - start);
  });
  return apart && lengths.size > 1;
}

/** Figures may be written on bars. */
function holdsWords(box: Box, { lines }: Page): boolean {
  return lines.some((line) => /\p{L}/u.test(line.text) && containsMiddle(box, line.box));
}
