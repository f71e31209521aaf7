import { viewOf } from './sfnt.ts';

/** Stem hints: the start and width of horizontal and vertical stems. */
export interface StemHints {
  readonly horizontal: readonly (readonly [number, number])[];
  readonly vertical: readonly (readonly [number, number])[];
}

/** A segment of an outline, relative to the point before. A hint replacement applies to the segments after it. */
export type OutlineStep =
  | { readonly kind: 'move'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'line'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'curve'; readonly deltas: readonly [number, number, number, number, number, number] }
  | { readonly kind: 'hints'; readonly hints: StemHints };

/** A glyph of a Type 1 font with its subroutines expanded. */
export interface Type1Glyph {
  readonly width: number;
  readonly steps: readonly OutlineStep[];
  /** An accented letter composed of two others (`seac`), by their codes in StandardEncoding. */
  readonly accent: { readonly dx: number; readonly dy: number; readonly base: number; readonly accent: number } | null;
}

const maxDepth = 12;
const maxSteps = 100_000;

/**
 * Interprets a Type 1 charstring (Adobe Type 1 Font Format, chapters 6 and 8). Null on unknown operators, missing operands and
 * calls of unknown OtherSubrs: such a font is left as it is.
 */
export function readType1Glyph(charString: Uint8Array, subroutines: readonly Uint8Array[]): Type1Glyph | null {
  const machine = createMachine(subroutines);
  try {
    machine.run(charString, 0);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  return machine.glyph();
}

// Long: the operators of one Type 1 machine share its stack and its point.
function createMachine(subroutines: readonly Uint8Array[]) {
  const steps: OutlineStep[] = [];
  const postScript: number[] = [];
  let stack: number[] = [];
  let width = 0;
  let [sideX, sideY] = [0, 0];
  // The first move starts from the side bearing.
  let [pendingX, pendingY] = [0, 0];
  let flex: number[] | null = null;
  let horizontal: (readonly [number, number])[] = [];
  let vertical: (readonly [number, number])[] = [];
  let hintsChanged = false;
  let accent: Type1Glyph['accent'] = null;
  let ended = false;

  const take = (count: number): number[] => {
    if (stack.length < count) throw new RangeError('missing operands');
    const operands = stack.slice(-count);
    stack = [];
    return operands;
  };
  const pop = (): number => {
    const value = stack.pop();
    if (value === undefined) throw new RangeError('missing operand');
    return value;
  };
  const add = (step: OutlineStep) => {
    if (steps.length > maxSteps) throw new RangeError('an endless outline');
    if (hintsChanged) {
      hintsChanged = false;
      steps.push({ kind: 'hints', hints: { horizontal: [...horizontal], vertical: [...vertical] } });
    }
    steps.push(step);
  };
  const move = (dx: number, dy: number) => {
    if (flex !== null) {
      flex.push(dx, dy);
      return;
    }
    add({ kind: 'move', dx: dx + pendingX, dy: dy + pendingY });
    [pendingX, pendingY] = [0, 0];
  };
  const line = (dx: number, dy: number) => add({ kind: 'line', dx, dy });
  const curve = (...deltas: [number, number, number, number, number, number]) => add({ kind: 'curve', deltas });
  const stem = (list: (readonly [number, number])[], pairs: readonly number[], offset: number) => {
    for (let index = 0; index + 1 < pairs.length; index += 2)
      list.push([(pairs[index] ?? 0) + offset, pairs[index + 1] ?? 0]);
    hintsChanged = true;
  };

  function run(bytes: Uint8Array, depth: number): void {
    if (depth > maxDepth) throw new RangeError('subroutines nest too deep');
    const view = viewOf(bytes);
    for (let at = 0; at < bytes.length && !ended; ) {
      const first = view.getUint8(at);
      at += 1;
      if (first === 255) {
        stack.push(view.getInt32(at));
        at += 4;
      } else if (first >= 247) {
        const second = view.getUint8(at);
        at += 1;
        stack.push(first <= 250 ? (first - 247) * 256 + second + 108 : -(first - 251) * 256 - second - 108);
      } else if (first >= 32) stack.push(first - 139);
      else if (first === 11) return;
      else if (first === 12) {
        escaped(view.getUint8(at));
        at += 1;
      } else if (first === 10) {
        const subroutine = subroutines[pop()];
        if (subroutine === undefined) throw new RangeError('an unknown subroutine');
        run(subroutine, depth + 1);
      } else plain(first);
    }
  }

  function plain(operator: number): void {
    switch (operator) {
      case 1:
        stem(horizontal, take(2), sideY);
        break;
      case 3:
        stem(vertical, take(2), sideX);
        break;
      case 4:
        move(0, ...(take(1) as [number]));
        break;
      case 5:
        line(...(take(2) as [number, number]));
        break;
      case 6:
        line(...(take(1) as [number]), 0);
        break;
      case 7:
        line(0, ...(take(1) as [number]));
        break;
      case 8:
        curve(...(take(6) as [number, number, number, number, number, number]));
        break;
      case 9:
        stack = [];
        break;
      case 13:
        [sideX = 0, width = 0] = take(2);
        pendingX = sideX;
        break;
      case 14:
        ended = true;
        break;
      case 21:
        move(...(take(2) as [number, number]));
        break;
      case 22:
        move(...(take(1) as [number]), 0);
        break;
      case 30: {
        const [dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0] = take(4);
        curve(0, dy1, dx2, dy2, dx3, 0);
        break;
      }
      case 31: {
        const [dx1 = 0, dx2 = 0, dy2 = 0, dy3 = 0] = take(4);
        curve(dx1, 0, dx2, dy2, 0, dy3);
        break;
      }
      default:
        throw new RangeError('an unknown operator');
    }
  }

  function escaped(operator: number): void {
    switch (operator) {
      case 0:
        stack = [];
        break;
      case 1:
        stem(vertical, take(6), sideX);
        break;
      case 2:
        stem(horizontal, take(6), sideY);
        break;
      case 6: {
        const [bearing = 0, dx = 0, dy = 0, base = 0, accentCode = 0] = take(5);
        accent = { dx: sideX + dx - bearing, dy: sideY + dy, base, accent: accentCode };
        ended = true;
        break;
      }
      case 7:
        [sideX = 0, sideY = 0, width = 0] = take(4);
        [pendingX, pendingY] = [sideX, sideY];
        break;
      case 12: {
        const divisor = pop();
        stack.push(pop() / divisor);
        break;
      }
      case 16:
        callOther(pop(), pop());
        break;
      case 17:
        stack.push(postScript.pop() ?? 0);
        break;
      case 33:
        stack = [];
        break;
      default:
        throw new RangeError('an unknown operator');
    }
  }

  /** The standard OtherSubrs: 0–2 flex, 3 hint replacement. */
  function callOther(number: number, count: number): void {
    const operands = Array.from({ length: count }, pop);
    switch (number) {
      case 0: {
        const points = flex ?? [];
        flex = null;
        if (points.length !== 14) throw new RangeError('a broken flex');
        drawFlex(points);
        postScript.push(...operands.slice(0, 2));
        break;
      }
      case 1:
        flex = [];
        break;
      case 2:
        break;
      case 3:
        horizontal = [];
        vertical = [];
        postScript.push(operands[0] ?? 3);
        break;
      default:
        throw new RangeError('an unknown other subroutine');
    }
  }

  /** Seven moves: to the reference point, then the six points of two curves, the first relative to the reference. */
  function drawFlex(points: readonly number[]): void {
    const p = (index: number) => points[index] ?? 0;
    curve(p(0) + p(2), p(1) + p(3), p(4), p(5), p(6), p(7));
    curve(p(8), p(9), p(10), p(11), p(12), p(13));
  }

  return { run, glyph: (): Type1Glyph => ({ width, steps, accent }) };
}
