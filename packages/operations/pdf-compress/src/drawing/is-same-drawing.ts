import { chainMatrices, largestScale, type Matrix, transformPoint } from '@platen/pdf-kit/geometry';
import {
  type Chain,
  type Clip,
  type DrawingEvent,
  type DrawingState,
  isStroke,
  operandCounts,
  type Path,
  type SlotName,
  type Slots,
  slotNames,
  slotsOfPaint,
  slotsOfText,
} from './drawing-events.ts';
import { rectangleOf } from './path-text.ts';

/** Maximum distance of anything from its original position, in points: the sum of an omitted kern and two roundings. */
const maxDistancePt = 0.09;

type Step = readonly [DrawingEvent, DrawingState];

/** Something visible, and what its appearance depends on. */
interface Visible {
  /** Compared exactly. */
  readonly text: string;
  readonly code: number;
  /** What its position is relative to: 0 for the line, else the number of a preceding glyph of unknown width. */
  readonly anchor: number;
  /** Positions on the page, x and y in turn, in points. */
  readonly places: readonly number[];
  /** The scale and rotation of a glyph. */
  readonly factors: readonly number[];
  readonly clip: Chain<Clip> | null;
  readonly extended: Chain<string> | null;
}

/**
 * Whether two content streams draw the same: the same paths, glyphs, objects and marked content in the same order with the
 * same parameters, none more than `maxDistancePt` away at the scale at which the content is drawn.
 */
export function isSameDrawing(before: Iterable<Step>, after: Iterable<Step>, scale: number): boolean {
  const sameClips = createChainComparison<Clip>((one, other) => isSameClip(one, other, scale));
  const sameExtended = createChainComparison<string>((one, other) => one === other);
  const others = visibles(after);
  for (const visible of visibles(before)) {
    const { value: other, done } = others.next();
    if (
      done === true ||
      visible.text !== other.text ||
      visible.code !== other.code ||
      visible.anchor !== other.anchor ||
      !areNear(visible.places, other.places, scale) ||
      !areNear(visible.factors, other.factors, scale)
    )
      return false;
    if (!sameClips(visible.clip, other.clip) || !sameExtended(visible.extended, other.extended)) return false;
  }
  return others.next().done === true;
}

const plain = { code: 0, anchor: 0, places: [], factors: [] } as const;

function* visibles(steps: Iterable<Step>): Generator<Visible> {
  let isInText = false;
  const lookOf = createLook();
  for (const [event, state] of steps) {
    const { clip, extended, slots } = state;
    if (event.kind === 'beginText' || event.kind === 'endText') isInText = event.kind === 'beginText';
    if (event.kind === 'path' && event.paint !== 'n') {
      const isStroked = isStroke(event.paint);
      const names = slotsOfPaint(event.paint);
      const shape = outline(event.path, isStroked, state.ctm);
      const width = isStroked ? ` ${slots.w} ${largestScale(state.ctm).toPrecision(3)}` : '';
      const text = `${event.paint}${width} ${lookOf(slots, names)} ${shape.operators}`;
      yield { ...plain, text, places: shape.places, clip, extended };
    } else if (event.kind === 'show') {
      yield* glyphs(event, state, lookOf(slots, slotsOfText(state)));
    } else if (event.kind === 'object') {
      const look = event.isForm ? lookOf(slots, slotNames) : slots.fill;
      const spacing = event.isForm ? `${state.charSpace} ${state.wordSpace} ${state.leading}` : '';
      yield { text: `${event.name} ${look} ${spacing}`, ...plain, places: unitSquare(state.ctm), clip, extended };
    } else if (event.kind === 'inline' || event.kind === 'shade') {
      yield { text: `${event.text} ${slots.fill}`, ...plain, places: unitSquare(state.ctm), clip, extended };
    } else if (event.kind === 'mark') {
      yield { text: `${event.text} ${isInText}`, ...plain, clip: null, extended: null };
    }
  }
}

/** Parameters as text. The last result is kept, since most parameters stay the same from one object to the next. */
function createLook(): (slots: Slots, names: readonly SlotName[]) => string {
  let [lastSlots, lastNames, look]: [Slots | null, readonly SlotName[] | null, string] = [null, null, ''];
  return (slots, names) => {
    if (slots !== lastSlots || names !== lastNames) {
      [lastSlots, lastNames, look] = [slots, names, names.map((name) => slots[name]).join(' ')];
    }
    return look;
  };
}

function* glyphs(
  event: Extract<DrawingEvent, { kind: 'show' }>,
  state: DrawingState,
  look: string,
): Generator<Visible> {
  const matrix = chainMatrices(event.line, state.ctm);
  const factors = matrix.slice(0, 4).map((factor) => factor * state.size);
  const { clip, extended, charSpace, wordSpace, stretch } = state;
  const { text, codeBytes, shifts, advances } = event;
  let along = event.start;
  const codeAt = (glyph: number) => {
    const first = text[glyph * codeBytes] ?? 0;
    return codeBytes === 1 ? first : first * 256 + (text[glyph * codeBytes + 1] ?? 0);
  };
  const steps = advances.map((advance, glyph) => {
    const isSpace = codeBytes === 1 && codeAt(glyph) === 32;
    return advance + (charSpace + (isSpace ? wordSpace : 0)) * stretch;
  });
  // Every unknown step makes an anchor, numbered in order.
  let { anchor } = event;
  let lastAnchor = event.endAnchor - steps.filter(Number.isNaN).length;
  for (let glyph = 0; glyph < shifts.length; glyph += 1) {
    along += shifts[glyph] ?? 0;
    const places = [matrix[0] * along + matrix[4], matrix[1] * along + matrix[5]];
    yield { text: look, code: codeAt(glyph), anchor, places, factors, clip, extended };
    const step = steps[glyph] ?? 0;
    if (Number.isNaN(step)) anchor = ++lastAnchor;
    else along += step;
  }
}

/** The points of a path on the page; of a rectangle its four corners in order, wherever it began. */
function outline(path: Path, isStroked: boolean, ctm: Matrix): { operators: string; places: readonly number[] } {
  const rectangle = rectangleOf(path, isStroked);
  if (rectangle !== null) {
    const { left, bottom, width, height } = rectangle;
    return { operators: 're', places: corners(left, bottom, left + width, bottom + height, ctm) };
  }
  const places: number[] = [];
  let at = 0;
  for (const operator of path.operators) {
    const operands = path.operands.slice(at, at + operandCounts[operator]);
    at += operandCounts[operator];
    if (operator === 're') {
      const [left = 0, bottom = 0, width = 0, height = 0] = operands;
      places.push(...corners(left, bottom, left + width, bottom + height, ctm));
      continue;
    }
    for (let index = 0; index < operands.length; index += 2) {
      const { x, y } = transformPoint(ctm, operands[index] ?? 0, operands[index + 1] ?? 0);
      places.push(x, y);
    }
  }
  return { operators: path.operators.join(''), places };
}

function corners(x0: number, y0: number, x1: number, y1: number, ctm: Matrix): readonly number[] {
  return [
    transformPoint(ctm, x0, y0),
    transformPoint(ctm, x1, y0),
    transformPoint(ctm, x1, y1),
    transformPoint(ctm, x0, y1),
  ].flatMap(({ x, y }) => [x, y]);
}

function unitSquare(ctm: Matrix): readonly number[] {
  return corners(0, 0, 1, 1, ctm);
}

function isSameClip(one: Clip, other: Clip, scale: number): boolean {
  const [first, second] = [one, other].map(({ path, ctm }) => outline(path, false, ctm));
  if (first === undefined || second === undefined || one.rule !== other.rule) return false;
  return first.operators === second.operators && areNear(first.places, second.places, scale);
}

function areNear(one: readonly number[], other: readonly number[], scale: number): boolean {
  const bound = maxDistancePt / scale;
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    if (!(Math.abs((one[index] ?? 0) - (other[index] ?? 0)) <= bound)) return false;
  }
  return true;
}

/** Compares chains by their items, each pair only once. */
function createChainComparison<Item>(isSame: (one: Item, other: Item) => boolean) {
  const known = new Map<Chain<Item>, Chain<Item>>();
  return function compare(one: Chain<Item> | null, other: Chain<Item> | null): boolean {
    if (one === null || other === null) return one === other;
    if (known.get(one) === other) return true;
    if (!compare(one.before, other.before) || !isSame(one.item, other.item)) return false;
    known.set(one, other);
    return true;
  };
}
