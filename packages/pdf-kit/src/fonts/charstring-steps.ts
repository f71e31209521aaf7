import { readDictInteger } from './cff-font.ts';
import { viewOf } from './sfnt.ts';

/** The language of a charstring (Adobe Technical Note 5177, Adobe Type 1 Font Format), and what it may call. */
export interface CharStringMachine {
  readonly type: 1 | 2;
  /** The subroutines of the font, or of the dictionary that the glyph has. */
  readonly local: readonly (Uint8Array | undefined)[];
  /** Those that all fonts of a CFF file share; none in Type 1. */
  readonly global: readonly Uint8Array[];
}

/** Calls within calls after which a glyph is given up; fonts may have 10, and FreeType follows 16. */
const maxDepth = 64;

/**
 * Counts the numbers and operators that an interpreter meets in a charstring, those of subroutines for each call. Stops past
 * `most`: nine levels of subroutines that call each other twenty times are 500 billion.
 */
// Long: the operators of one machine share its stack.
export function countCharStringSteps(charString: Uint8Array, machine: CharStringMachine, most: number): number {
  const { type, local, global } = machine;
  const given: number[] = [];
  let stack: number[] = [];
  let stems = 0;
  let steps = 0;
  let ended = false;
  const pop = () => stack.pop() ?? 0;
  const biasOf = (count: number) => (type === 1 ? 0 : count < 1_240 ? 107 : count < 33_900 ? 1_131 : 32_768);
  const countStems = () => {
    stems += stack.length >> 1;
    stack = [];
  };

  try {
    run(charString, 0);
  } catch (error) {
    // A number is cut off at the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return steps;

  // Walk: `most` steps, `maxDepth` levels.
  function run(bytes: Uint8Array, depth: number): void {
    const view = viewOf(bytes);
    for (let at = 0; at < bytes.length; ) {
      if (ended) return;
      steps += 1;
      if (steps > most) ended = true;
      const first = view.getUint8(at);
      if (first >= 32 || (first === 28 && type === 2)) {
        const { value, length } = readNumber(view, at, first);
        stack.push(value);
        at += length;
        continue;
      }
      at += 1;
      switch (first) {
        case 11:
          return;
        case 14:
          ended = true;
          return;
        case 10:
          call(local, depth);
          break;
        case 12:
          if (type === 1) callOther(bytes[at]);
          else stack = calculate(bytes[at] ?? 0, stack, given);
          at += 1;
          break;
        default:
          if (type === 1) stack = [];
          else if (first === 29) call(global, depth);
          else if (first === 19 || first === 20) {
            countStems();
            at += (stems + 7) >> 3;
          } else if (first === 1 || first === 3 || first === 18 || first === 23) countStems();
          else stack = [];
      }
    }
  }

  function call(subroutines: CharStringMachine['local'], depth: number): void {
    const called = subroutines[Math.trunc(pop()) + biasOf(subroutines.length)];
    // Interpreters give up a glyph that calls what is not there.
    if (called === undefined || depth >= maxDepth) ended = true;
    else run(called, depth + 1);
  }

  /** What Type 1 leaves to PostScript gives back its operands, as the replacement of hints does: the number of a subroutine. */
  function callOther(operator: number | undefined): void {
    if (operator === 12) stack.push(1 / (pop() / pop()));
    else if (operator === 17) stack.push(given.pop() ?? 0);
    else if (operator === 16) {
      pop();
      for (let left = Math.min(pop(), stack.length); left > 0; left -= 1) given.push(pop());
    } else stack = [];
  }

  function readNumber(source: DataView, at: number, first: number) {
    if (first < 255) return readDictInteger(source, at, first);
    return { value: source.getInt32(at + 1) / (type === 1 ? 1 : 65_536), length: 5 };
  }
}

/** The arithmetic of Type 2, by which the number of a subroutine may be found; what draws empties the stack. */
// Long: one branch for each operator.
function calculate(operator: number, stack: number[], stored: number[]): number[] {
  const pop = () => stack.pop() ?? 0;
  const both = (compute: (one: number, other: number) => number) => {
    const other = pop();
    stack.push(compute(pop(), other));
  };
  switch (operator) {
    case 3:
      both((one, other) => Number(one !== 0 && other !== 0));
      break;
    case 4:
      both((one, other) => Number(one !== 0 || other !== 0));
      break;
    case 5:
      stack.push(Number(pop() === 0));
      break;
    case 9:
      stack.push(Math.abs(pop()));
      break;
    case 10:
      both((one, other) => one + other);
      break;
    case 11:
      both((one, other) => one - other);
      break;
    case 12:
      both((one, other) => one / other);
      break;
    case 14:
      stack.push(-pop());
      break;
    case 15:
      both((one, other) => Number(one === other));
      break;
    case 18:
      pop();
      break;
    case 20: {
      const place = pop();
      // The transient array has 32 places.
      if (place >= 0 && place < 32) stored[Math.trunc(place)] = pop();
      break;
    }
    case 21:
      stack.push(stored[Math.trunc(pop())] ?? 0);
      break;
    case 22: {
      const [most, least, otherwise, result] = [pop(), pop(), pop(), pop()];
      stack.push(least <= most ? result : otherwise);
      break;
    }
    case 23:
      stack.push(0.5);
      break;
    case 24:
      both((one, other) => one * other);
      break;
    case 26:
      stack.push(Math.sqrt(pop()));
      break;
    case 27:
      stack.push(stack.at(-1) ?? 0);
      break;
    case 28:
      stack.push(...stack.splice(-2).reverse());
      break;
    case 29:
      stack.push(stack.at(-1 - Math.max(0, Math.trunc(pop()))) ?? 0);
      break;
    case 30: {
      const shift = Math.trunc(pop());
      const rolled = stack.splice(-Math.max(1, pop()));
      const cut = rolled.length === 0 ? 0 : ((-shift % rolled.length) + rolled.length) % rolled.length;
      stack.push(...rolled.slice(cut), ...rolled.slice(0, cut));
      break;
    }
    default:
      return [];
  }
  return stack;
}
