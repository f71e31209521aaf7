import { PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { boxArea, intersectBoxes, uniteBoxes } from '../../page-model/box.ts';
import { chainMatrices, type Matrix, matrixScale, transformBox, transformPoint } from '../../page-model/matrix.ts';
import type { Box } from '../../page-model/types.ts';
import type { Operand } from '../content-stream.ts';
import { type GraphicsState, initialGraphicsState, interpretContent } from '../interpret-content.ts';
import { textBytes } from '../text-bytes.ts';
import {
  areasWithin,
  type DrawingWork,
  noReading,
  type OnceRead,
  type ReadingWork,
  type ResourceWork,
} from './drawing-work.ts';
import { workCosts as costs } from './work-costs.ts';

/** The parts of the graphics state on which the work depends. */
interface State extends GraphicsState {
  /** Null for an empty clipping path. */
  readonly clip: Box | null;
  /** The areas of the clipping paths that are no rectangles, and how many there are. */
  readonly clips: { readonly areas: number; readonly count: number };
  /** The names of the patterns for filling and stroking. */
  readonly fill: PDFName | null;
  readonly stroke: PDFName | null;
  /** The steps to set a colour in the current colour spaces; null for one of whatever draws the stream. */
  readonly fillSteps: number | null;
  readonly strokeSteps: number | null;
  /** The work to draw a glyph of the font, besides the areas that it fills. */
  readonly glyph: number;
  /** The soft mask, and the scale of areas where it was set. */
  readonly mask: { readonly work: DrawingWork; readonly areaScale: number } | null;
  /** The length of the dash pattern; null for a solid line. */
  readonly dashes: number | null;
}

/** The current path: its current point, its bounding box, and the length along which dashes are drawn, in user space units. */
interface Path {
  x: number;
  y: number;
  box: Box | null;
  length: number;
  /** Whether it is one rectangle along the axes, at most. */
  isLevel: boolean;
}

/** Saved states through which an interpreter looks as fast as through none. */
const freeStates = 64;

/** Operators that paint a path. */
const fills = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*']);
const strokes = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);

/** Estimates the work to draw a content stream: each area counts as the bounding box of its path, clipped to `bounds`. */
// Long: one branch for each operator.
export function readStreamWork(
  content: Uint8Array,
  bounds: Box,
  resources: ResourceWork,
): DrawingWork & { readonly reading: ReadingWork } {
  const reading = { ...noReading };
  const total = { fixed: 0, areas: 0, depth: 0, reading };
  const initial: State = {
    ...initialGraphicsState,
    clip: bounds,
    clips: noClips,
    fill: null,
    stroke: null,
    fillSteps: null,
    strokeSteps: null,
    mask: null,
    glyph: 0,
    dashes: null,
  };
  let path: Path = { x: 0, y: 0, box: null, length: 0, isLevel: true };
  let clips = false;
  let drawnThrough = noClips;
  const placing = createPlacing();

  const add = (work: DrawingWork | null, areaScale: number, box: Box) => {
    if (work === null) return;
    total.fixed += work.fixed;
    total.areas += areasWithin(work, areaScale, boxArea(box));
    total.depth += work.depth;
  };
  const paint = (box: Box, pattern: PDFName | null, { mask, clips: through }: State) => {
    if (through !== drawnThrough) {
      // PDFium makes the masks of all clipping paths anew for an object that has others than the one before.
      total.areas += through.areas * costs.clippedArea;
      total.depth += through.count * costs.clippedArea;
      drawnThrough = through;
    }
    total.areas += boxArea(box) * costs.filledArea;
    total.depth += costs.filledArea;
    if (pattern !== null) {
      const drawn = resources.ofPattern(pattern, box);
      add(drawn, 1, box);
      // PDFium reads a cell anew for each object that it fills.
      reading.steps += drawn?.reading?.steps ?? 0;
    }
    if (mask === null) return;
    add(mask.work, mask.areaScale, box);
    // So is a mask, for each object that is drawn through it.
    reading.steps += mask.work.reading?.steps ?? 0;
    total.areas += boxArea(box) * costs.maskedArea;
    total.depth += costs.maskedArea;
  };
  const known = new Set<string>();
  const readOnce = (category: OnceRead, name: PDFName) => {
    if (!known.has(`${category}${name}`)) reading.steps += resources.stepsOf(category, name);
    known.add(`${category}${name}`);
  };
  const setColor = (pattern: PDFName | null, steps: number | null) => {
    if (pattern !== null) readOnce('Pattern', pattern);
    else if (steps === null) reading.colors += 1;
    reading.steps += steps ?? 0;
  };

  const read = (inner: ReadingWork = noReading, { fillSteps, strokeSteps }: State, nested: number) => {
    reading.operators += inner.operators;
    reading.steps += inner.steps + inner.colors * Math.max(fillSteps ?? 0, strokeSteps ?? 0);
    if (fillSteps === null || strokeSteps === null) reading.colors += inner.colors;
    reading.lookups += inner.lookups + inner.operators * nested;
    reading.text += inner.text;
    reading.repeatedText += inner.repeatedText;
    reading.pixels += inner.pixels;
  };

  for (const step of interpretContent(content, null, initial)) {
    const { operator, operands, end, start } = step.item;
    const { state } = step;
    const set = (change: Partial<State>) => {
      step.state = { ...state, ...change };
    };
    const nested = Math.max(0, step.savedStates - freeStates);
    total.fixed += costs.operator;
    reading.operators += 1;
    reading.lookups += nested;
    const [first] = operands;
    const name = first instanceof PDFName ? first : null;
    if (operator === 'n' || fills.has(operator) || strokes.has(operator)) {
      const box = clipped(path.box, state);
      if (box !== null && fills.has(operator)) paint(box, state.fill, state);
      if (box !== null && strokes.has(operator)) {
        paint(box, state.stroke, state);
        if (state.dashes !== null) total.fixed += (path.length / state.dashes) * costs.dash;
      }
      if (clips) set({ clip: box, clips: path.isLevel || box === null ? state.clips : withClip(state.clips, box) });
      path = { x: 0, y: 0, box: null, length: 0, isLevel: true };
      clips = false;
      continue;
    }
    switch (operator) {
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
      case 're':
        extendPath(path, operator, operands, state.ctm);
        break;
      case 'W':
      case 'W*':
        clips = true;
        break;
      case 'd':
        set({ dashes: dashLength(first) });
        break;
      case 'gs':
        if (name !== null) {
          readOnce('ExtGState', name);
          const mask = resources.ofMask(name);
          read(mask?.reading, state, nested);
          set({ mask: maskOf(state, mask) });
        }
        break;
      case 'g':
      case 'rg':
      case 'k':
        set({ fill: null, fillSteps: 0 });
        break;
      case 'cs':
        set({ fill: null, fillSteps: name === null ? 0 : resources.stepsOf('ColorSpace', name) });
        break;
      case 'G':
      case 'RG':
      case 'K':
        set({ stroke: null, strokeSteps: 0 });
        break;
      case 'CS':
        set({ stroke: null, strokeSteps: name === null ? 0 : resources.stepsOf('ColorSpace', name) });
        break;
      case 'sc':
      case 'scn':
        setColor(lastName(operands), state.fillSteps);
        set({ fill: lastName(operands) });
        break;
      case 'SC':
      case 'SCN':
        setColor(lastName(operands), state.strokeSteps);
        set({ stroke: lastName(operands) });
        break;
      case 'sh':
        if (name !== null) readOnce('Shading', name);
        if (name !== null && state.clip !== null)
          add(resources.ofShading(name, state.clip, matrixScale(state.ctm) ** 2), 1, state.clip);
        break;
      case 'BT':
      case 'Td':
      case 'TD':
      case 'Tm':
      case 'T*':
        placing.move(operator, operands);
        break;
      case 'Tf':
        placing.setSize(operands[1]);
        set({ glyph: name === null ? 0 : resources.ofGlyph(name) });
        break;
      case 'Tj':
      case 'TJ':
      case "'":
      case '"': {
        const bytes = countBytes(operands.at(-1));
        if (nextLine.has(operator)) placing.move('T*', []);
        reading.text += bytes + placing.show() + placedBytes * countMoves(operands.at(-1));
        total.fixed += state.glyph * bytes;
        if (state.fill !== null && state.clip !== null) paint(state.clip, state.fill, state);
        break;
      }
      case 'BI': {
        const pixels = inlinePixels(content.subarray(start, end));
        total.fixed += pixels * costs.inlinePixel;
        reading.pixels += pixels;
        break;
      }
      case 'Do': {
        const drawn = name === null ? null : resources.ofObject(name);
        if (drawn === null) break;
        read(drawn.work.reading, state, nested);
        const matrix = chainMatrices(drawn.matrix, state.ctm);
        const box = clipped(transformedBox(matrix, drawn.box), state);
        if (box === null) break;
        paint(box, drawn.isStencil ? state.fill : null, state);
        add(drawn.work, matrixScale(matrix) ** 2, box);
        break;
      }
    }
  }
  return total;
}

const noClips: State['clips'] = { areas: 0, count: 0 };

function withClip({ areas, count }: State['clips'], box: Box): State['clips'] {
  return { areas: areas + boxArea(box), count: count + 1 };
}

function clipped(box: Box | null, { clip }: State): Box | null {
  return box === null || clip === null ? null : intersectBoxes(box, clip);
}

function maskOf({ mask, ctm }: State, work: DrawingWork | null | undefined): State['mask'] {
  if (work === undefined) return mask;
  return work === null ? null : { work, areaScale: matrixScale(ctm) ** 2 };
}

function extendPath(path: Path, operator: string, operands: readonly Operand[], ctm: Matrix): void {
  const numbers = operands.map((operand) => (typeof operand === 'number' ? operand : 0));
  const isFirst = path.box === null;
  if (operator === 're') {
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    addBox(path, transformBox(ctm, x, y, x + width, y + height));
    const [right, top] = [x + width, y + height];
    path.length += 2 * (dashedLength(ctm, x, y, right, y) + dashedLength(ctm, x, y, x, top));
    [path.x, path.y] = [x, y];
    path.isLevel &&= isFirst && isLevel(ctm);
    return;
  }
  path.isLevel = false;
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x = 0, y = 0] = [numbers[at], numbers[at + 1]];
    addBox(path, transformBox(ctm, x, y, x, y));
    if (operator !== 'm') path.length += dashedLength(ctm, path.x, path.y, x, y);
    [path.x, path.y] = [x, y];
  }
}

/** Whether a matrix keeps rectangles along the axes. */
function isLevel([a, b, c, d]: Matrix): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0);
}

/** Operators that show text on the next line. */
const nextLine: ReadonlySet<string> = new Set(["'", '"']);
/** What follows after more thousandths of an em is a text by itself. */
const farthestMove = 1_000;
/** A text that is placed by itself takes as much as so many bytes: to Word takes 11 s for 25 000 scattered letters. */
const placedBytes = 16;

/** A text that goes on in its line after a move, as some producers place each letter, takes less. */
const continuedBytes = 4;
/** A text goes on in its line up to so many times the size of the font after where the last one began. */
const farthestContinued = 3;

/** Follows where texts are placed, and gives what the placing of each takes, in bytes. */
function createPlacing() {
  let size = 0;
  let scale = 1;
  let at = { x: 0, y: 0 };
  let shown: { readonly x: number; readonly y: number } | null = null;
  let isMoved = false;
  return {
    setSize(operand: Operand | undefined): void {
      size = typeof operand === 'number' ? Math.abs(operand) : 0;
    },
    move(operator: string, operands: readonly Operand[]): void {
      const numbers = operands.map((operand) => (typeof operand === 'number' ? operand : 0));
      isMoved = true;
      if (operator === 'Tm') {
        const [a = 1, b = 0, , , x = 0, y = 0] = numbers;
        scale = Math.hypot(a, b);
        at = { x, y };
        return;
      }
      const [x = 0, y = 0] = numbers;
      if (operator === 'Td' || operator === 'TD') at = { x: at.x + x * scale, y: at.y + y * scale };
      else shown = null;
    },
    show(): number {
      const goesOn = shown !== null && shown.y === at.y && Math.abs(at.x - shown.x) <= farthestContinued * size * scale;
      const bytes = isMoved ? (goesOn ? continuedBytes : placedBytes) : 0;
      isMoved = false;
      shown = at;
      return bytes;
    },
  };
}

/** Viewers clamp coordinates to this before they draw dashes: PDFium to 50 000 pixels. */
const farthestPt = 50_000;

/** The length of a line along which dashes are drawn, in user space units. */
function dashedLength(ctm: Matrix, x0: number, y0: number, x1: number, y1: number): number {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [from, to] = [transformPoint(ctm, x0, y0), transformPoint(ctm, x1, y1)];
  const drawn = Math.hypot(to.x - from.x, to.y - from.y);
  if (drawn === 0) return length;
  const near = (value: number) => Math.max(-farthestPt, Math.min(farthestPt, value));
  return (length * Math.hypot(near(to.x) - near(from.x), near(to.y) - near(from.y))) / drawn;
}

function addBox(path: Path, box: Box): void {
  path.box = path.box === null ? box : uniteBoxes([path.box, box]);
}

function transformedBox(matrix: Matrix, { x0, y0, x1, y1 }: Box): Box {
  return transformBox(matrix, x0, y0, x1, y1);
}

function lastName(operands: readonly Operand[]): PDFName | null {
  const last = operands.at(-1);
  return last instanceof PDFName ? last : null;
}

function dashLength(dashes: Operand | undefined): number | null {
  if (!Array.isArray(dashes)) return null;
  const length = dashes.reduce((sum: number, dash) => sum + (typeof dash === 'number' ? Math.abs(dash) : 0), 0);
  return length > 0 ? length : null;
}

/** How often an array of text moves on by more than an em, or back. */
function countMoves(text: Operand | undefined): number {
  return Array.isArray(text)
    ? text.filter((item) => typeof item === 'number' && Math.abs(item) > farthestMove).length
    : 0;
}

function countBytes(text: Operand | undefined): number {
  if (Array.isArray(text)) return text.reduce((sum: number, item) => sum + countBytes(item), 0);
  return text instanceof PDFString || text instanceof PDFHexString ? textBytes(text).length : 0;
}

/** The entries of an inline image precede its data; these many bytes contain them. */
const inlineHeaderBytes = 400;

function inlinePixels(image: Uint8Array): number {
  const header = Buffer.from(image.subarray(0, inlineHeaderBytes)).toString('latin1');
  const [width, height] = [/\/W(?:idth)?\s+(\d+)/, /\/H(?:eight)?\s+(\d+)/].map((entry) =>
    Number(entry.exec(header)?.[1]),
  );
  return (width ?? 0) * (height ?? 0) || 0;
}
