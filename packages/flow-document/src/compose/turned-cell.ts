import { uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Glyph, Line, Point, Word } from '@platen/pdf-kit/page-model';
import type { TableCell } from '@platen/pdf-kit/tables';

/** A cell whose text is turned, with its lines as one reads them who turns the page: level, from the corner (0, 0). */
export interface TurnedCell {
  readonly direction: 'upwards' | 'downwards';
  readonly box: Box;
  readonly lines: readonly Line[];
}

/** The cell turned so that its text is level; null when it is, or when only some of it is not. */
export function turnedCell(cell: TableCell): TurnedCell | null {
  const words = cell.lines.flatMap((line) => line.words);
  const directions = new Set(words.filter(({ glyphs }) => glyphs.length > 1).map(directionOf));
  const [direction] = directions;
  const [template] = cell.lines;
  if (directions.size !== 1 || direction === undefined || direction === null || template === undefined) return null;
  const turn = turnInto(cell.box, direction);
  const rows = new Map<number, Word[]>();
  for (const word of words) {
    const turned = turnWord(word, turn);
    const baseline = Math.round(turned.glyphs[0]?.origin.y ?? turned.box.y1);
    const row = [...rows].find(([known]) => Math.abs(known - baseline) <= 0.3 * word.style.sizePt)?.[1] ?? [];
    if (row.length === 0) rows.set(baseline, row);
    row.push(turned);
  }
  const lines = [...rows]
    .sort(([first], [second]) => first - second)
    .map(([baseline, row]) => lineOf(row, baseline, template));
  return { direction, box: turn.box(cell.box), lines };
}

/** Which way the pen went from the first glyph of a word to its last; null for level text. */
function directionOf({ glyphs, style }: Word): TurnedCell['direction'] | null {
  const [first, last] = [glyphs[0]?.origin, glyphs.at(-1)?.origin];
  if (first === undefined || last === undefined) return null;
  if (Math.abs(last.x - first.x) > 0.1 * style.sizePt) return null;
  return last.y < first.y ? 'upwards' : 'downwards';
}

interface Turn {
  point(point: Point): Point;
  box(box: Box): Box;
}

function turnInto(cell: Box, direction: TurnedCell['direction']): Turn {
  const point = ({ x, y }: Point): Point =>
    direction === 'upwards' ? { x: cell.y1 - y, y: x - cell.x0 } : { x: y - cell.y0, y: cell.x1 - x };
  return {
    point,
    box({ x0, y0, x1, y1 }) {
      const [first, second] = [point({ x: x0, y: y0 }), point({ x: x1, y: y1 })];
      return {
        x0: Math.min(first.x, second.x),
        y0: Math.min(first.y, second.y),
        x1: Math.max(first.x, second.x),
        y1: Math.max(first.y, second.y),
      };
    },
  };
}

function turnWord(word: Word, turn: Turn): Word {
  const glyphs = word.glyphs.map(
    (glyph): Glyph => ({ ...glyph, box: turn.box(glyph.box), origin: turn.point(glyph.origin) }),
  );
  return { ...word, box: turn.box(word.box), glyphs, spaceAfter: true };
}

function lineOf(words: readonly Word[], baseline: number, template: Line): Line {
  const sorted = [...words].sort((first, second) => first.box.x0 - second.box.x0);
  return {
    ...template,
    text: sorted.map(({ text }) => text).join(' '),
    box: uniteBoxes(sorted.map(({ box }) => box)),
    words: sorted,
    baseline,
    angle: 0,
    direction: 'ltr',
  };
}
