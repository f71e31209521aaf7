import { coordinateCount, pathOpcode } from '../content/path-opcode.ts';

/** The outline of a letter as pdf.js encodes it: opcodes, each with its coordinates, in em. */
export type Outline = ArrayLike<number>;

export interface OutlineMeasures {
  /** Stem width, in em. */
  readonly stemsEm: readonly number[];
  /** Slant of its long strokes: horizontal per vertical distance. */
  readonly slants: readonly number[];
}

/** A straight piece of the outline, upwards or downwards. */
interface Side {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** Minimum height of the sides of stems, in em: about half the height of an "n". */
const leastHeightEm = 0.2;
/** Maximum slant of a stem; more is a diagonal. */
const maxSlant = 0.45;
/** Tolerance for the slants of both sides of a stem, and their minimum vertical overlap, in em. */
const alikeSlant = 0.03;
const leastSharedEm = 0.1;
/** Maximum width of a stem; more is the gap between two. */
const widestStemEm = 0.28;

/** Measures the stems of a letter: pairs of straight sides, one drawn up and one down, as an outline has around ink. */
export function measureOutline(outline: Outline): OutlineMeasures {
  const sides = sidesOf(outline).filter(
    ({ dx, dy }) => Math.abs(dy) >= leastHeightEm && Math.abs(dx) < maxSlant * Math.abs(dy),
  );
  const widths = sides.map((side) => Math.min(...sides.map((other) => distance(side, other))));
  return {
    stemsEm: widths.filter((width) => width < widestStemEm),
    slants: sides.map(({ dx, dy }) => dx / dy),
  };
}

/** The lowest coordinate of an outline, in em above the baseline. */
export function bottomOf(outline: Outline): number {
  let bottom = Number.POSITIVE_INFINITY;
  for (let index = 0; index < outline.length; ) {
    const code = outline[index];
    const coordinates = code === undefined ? 0 : (coordinateCount.get(code) ?? 0);
    for (let at = index + 2; at <= index + coordinates; at += 2) bottom = Math.min(bottom, outline[at] ?? bottom);
    index += 1 + coordinates;
  }
  return bottom;
}

function sidesOf(outline: Outline): Side[] {
  const sides: Side[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    sides.push({ x, y, dx: toX - x, dy: toY - y });
    [x, y] = [toX, toY];
  };
  for (let index = 0; index < outline.length; ) {
    const code = outline[index];
    const coordinates = code === undefined ? 0 : (coordinateCount.get(code) ?? 0);
    const [toX, toY] = [outline[index + coordinates - 1] ?? 0, outline[index + coordinates] ?? 0];
    index += 1 + coordinates;
    if (code === pathOpcode.closePath) lineTo(startX, startY);
    else if (code === pathOpcode.lineTo) lineTo(toX, toY);
    else [x, y] = [toX, toY];
    if (code === pathOpcode.moveTo) [startX, startY] = [toX, toY];
  }
  return sides;
}

/** How far one side of a stem is from another; endless where they are none of one stem. */
function distance(side: Side, other: Side): number {
  const opposite = Math.sign(side.dy) !== Math.sign(other.dy);
  if (!opposite || Math.abs(side.dx / side.dy - other.dx / other.dy) > alikeSlant) return Number.POSITIVE_INFINITY;
  const low = Math.max(Math.min(side.y, side.y + side.dy), Math.min(other.y, other.y + other.dy));
  const high = Math.min(Math.max(side.y, side.y + side.dy), Math.max(other.y, other.y + other.dy));
  if (high - low < leastSharedEm) return Number.POSITIVE_INFINITY;
  const middle = (low + high) / 2;
  return Math.abs(xAt(side, middle) - xAt(other, middle));
}

function xAt({ x, y, dx, dy }: Side, atY: number): number {
  return x + (dx * (atY - y)) / dy;
}
