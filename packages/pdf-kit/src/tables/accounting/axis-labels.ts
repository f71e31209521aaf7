import type { Line } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import { type DecimalSign, parseNumber } from '../../values/parse-number.ts';

/** Fewer numbers at one distance may be amounts. */
const minTicks = 4;
/** Numbers of one axis share an edge or a baseline, within this distance, in points. */
const alignedPt = 2;
/** Tolerance for the distance of ticks, as a share of it. */
const pitchTolerance = 0.15;
/** Ticks further apart than this, in their usual distance, are of two charts. */
const widestPitch = 1.5;

interface Tick {
  readonly line: Line;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

/** The lines that label the axes of a chart: single numbers at one distance whose values are at one distance, too. */
export function axisLabels(lines: readonly Line[]): ReadonlySet<Line> {
  return new Set((['.', ','] as const).flatMap((decimal) => evenLines(lines, decimal)));
}

function evenLines(lines: readonly Line[], decimal: DecimalSign): Line[] {
  const ticks = lines.flatMap((line): Tick[] => {
    const value = line.angle === 0 && line.words.length === 1 ? parseNumber(line.text, decimal)?.value : undefined;
    return value === undefined ? [] : [{ line, value, x: line.box.x1, y: line.baseline }];
  });
  const upright = seriesOf(
    ticks,
    ({ x }) => x,
    ({ y }) => y,
  );
  const level = seriesOf(
    ticks,
    ({ y }) => y,
    ({ line }) => (line.box.x0 + line.box.x1) / 2,
  );
  return [...upright, ...level]
    .flatMap(partsOf)
    .filter(isEven)
    .flatMap(({ ticks: own }) => own.map(({ line }) => line));
}

interface Series {
  readonly ticks: readonly Tick[];
  readonly places: readonly number[];
}

/** Numbers with a common edge, in order of their places across it. */
function seriesOf(ticks: readonly Tick[], edge: (tick: Tick) => number, place: (tick: Tick) => number): Series[] {
  const groups: Tick[][] = [];
  for (const tick of ticks.toSorted((a, b) => edge(a) - edge(b))) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && edge(tick) - edge(last) <= alignedPt) groups.at(-1)?.push(tick);
    else groups.push([tick]);
  }
  return groups.map((own) => {
    const ordered = own.toSorted((a, b) => place(a) - place(b));
    return { ticks: ordered, places: ordered.map(place) };
  });
}

/** The series of charts below or beside each other, which are further apart than the ticks of one. */
function partsOf({ ticks, places }: Series): Series[] {
  const pitches = stepsOf(places);
  const widest = widestPitch * (pitches.length === 0 ? 0 : median(pitches));
  const ends = pitches.flatMap((pitch, index) => (pitch > widest ? [index + 1] : []));
  return [0, ...ends].map((start, index) => {
    const end = ends[index] ?? ticks.length;
    return { ticks: ticks.slice(start, end), places: places.slice(start, end) };
  });
}

function isEven({ ticks, places }: Series): boolean {
  const steps = stepsOf(ticks.map(({ value }) => value));
  const pitches = stepsOf(places);
  const [step = 0] = steps;
  const [pitch = 0] = pitches;
  return (
    ticks.length >= minTicks &&
    step !== 0 &&
    steps.every((own) => Math.abs(own - step) < 1e-6 * Math.abs(step) + 1e-9) &&
    pitches.every((own) => Math.abs(own - pitch) <= pitchTolerance * pitch)
  );
}

function stepsOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] ?? value));
}
