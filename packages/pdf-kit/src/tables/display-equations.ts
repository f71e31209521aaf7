import { isSentencePart } from '../page-model/text/prose.ts';
import type { Line } from '../page-model/types.ts';

const equationNumber = /^\((\d{1,3})([a-z]?)\)$/;
const operator = /[=≡≈≠≤≥<>∝∼→]/u;
/** At least this many numbers that count up at one right edge; negative amounts in brackets do not count up. */
const minNumbers = 2;
/** This share of them has an operator on the same level, within `levelEm` of its size: fractions and limits move it. */
const minEquations = 0.5;
const levelEm = 0.7;
/** Tolerance for the right edges of the numbers and of the text around the equations, in points. */
const samePlacePt = 2;
/** Maximum distance between lines of one equation, in em. */
const reachEm = 0.6;

/**
 * The lines of numbered display equations: those level with numbers that count up at the right edge of a column of
 * running text, and the lines adjacent to them that are not running text.
 */
export function displayEquations(lines: readonly Line[]): ReadonlySet<Line> {
  const numbers = lines.filter(({ text, angle }) => angle === 0 && equationNumber.test(text.trim()));
  const equations = new Set<Line>();
  if (numbers.length < minNumbers) return equations;
  for (const own of Map.groupBy(numbers, ({ box }) => Math.round(box.x1)).values()) {
    const ordered = own.toSorted((a, b) => a.baseline - b.baseline);
    const column = columnOf(ordered, lines);
    if (column === null || !countUp(ordered)) continue;
    if (ordered.filter((number) => column.some(isEquationBeside(number))).length < minEquations * ordered.length)
      continue;
    for (const line of ordered.flatMap((number) => linesAround(number, column))) equations.add(line);
  }
  return equations;
}

/**
 * The lines of the column of running text whose right edge the numbers share, top to bottom; null without such text.
 */
function columnOf([number]: readonly Line[], lines: readonly Line[]): Line[] | null {
  if (number === undefined) return null;
  const right = number.box.x1;
  const prose = lines.filter((line) => Math.abs(line.box.x1 - right) < samePlacePt && isProse(line));
  const left = Math.min(...prose.map(({ box }) => box.x0));
  if (!Number.isFinite(left)) return null;
  return lines
    .filter(({ box, angle }) => angle === 0 && box.x0 > left - samePlacePt && box.x1 < right + samePlacePt)
    .toSorted((a, b) => a.box.y0 - b.box.y0);
}

/** Whether each number is the successor of the one above it, or has the letter after that of it. */
function countUp(numbers: readonly Line[]): boolean {
  const placeOf = ({ text }: Line) => {
    const [, count = '', letter = ''] = equationNumber.exec(text.trim()) ?? [];
    return { count: Number(count), letter };
  };
  return (
    numbers.length >= minNumbers &&
    numbers.slice(1).every((line, index) => {
      const [above, own] = [placeOf(numbers[index] ?? line), placeOf(line)];
      return own.count === above.count + 1 || (own.count === above.count && own.letter > above.letter);
    })
  );
}

function isEquationBeside(number: Line): (line: Line) => boolean {
  return ({ text, box, baseline }) =>
    box.x1 < number.box.x0 &&
    operator.test(text) &&
    Math.abs(baseline - number.baseline) < levelEm * number.style.sizePt;
}

/** A number with the lines level with it, and adjacent lines up and down to running text. */
function linesAround(number: Line, column: readonly Line[]): Line[] {
  const at = column.indexOf(number);
  const taken = [number];
  const reachPt = reachEm * number.style.sizePt;
  let { y0, y1 } = number.box;
  for (const line of column.slice(at + 1)) {
    if (line.box.y0 > y1 + reachPt) break;
    if (isProse(line)) continue;
    taken.push(line);
    y1 = Math.max(y1, line.box.y1);
  }
  for (const line of column.slice(0, at).toReversed()) {
    // Lines are ordered by their upper edges: a tall one may begin further up.
    if (line.box.y1 < y0 - reachPt) break;
    if (isProse(line)) continue;
    taken.push(line);
    y0 = Math.min(y0, line.box.y0);
  }
  return taken;
}

function isProse({ text, words, box, style }: Line): boolean {
  return isSentencePart({ text, words, box, sizePt: style.sizePt });
}
