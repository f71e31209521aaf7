import type { OutlineStep, StemHints, Type1Glyph } from './type1-outline.ts';

/** Operators of Type 2 charstrings. Source: Adobe Technical Note 5177. */
const operators = {
  hstem: 1,
  vstem: 3,
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  hstemhm: 18,
  hintmask: 19,
  rmoveto: 21,
  hmoveto: 22,
  vstemhm: 23,
  vvcurveto: 26,
  hhcurveto: 27,
  vhcurveto: 30,
  hvcurveto: 31,
};

/** The operand stack holds 48; one is left for the width. */
const maxOperands = 47;

type Stem = readonly [number, number];

/** Writes a glyph as a Type 2 charstring, for a font whose default and nominal widths are 0. */
export function writeType2CharString(glyph: Type1Glyph): Uint8Array {
  const writer = createWriter(glyph.width);
  const stems = collectStems(glyph.steps);
  const masked = stems !== null && stems.sets.length > 1;
  if (stems !== null) {
    if (stems.horizontal.length > 0)
      writer.operator(stemDeltas(stems.horizontal), masked ? operators.hstemhm : operators.hstem);
    if (stems.vertical.length > 0)
      writer.operator(stemDeltas(stems.vertical), masked ? operators.vstemhm : operators.vstem);
  }
  for (const step of glyph.steps) {
    if (step.kind === 'hints') {
      if (masked) writer.hintMask(hintMask(step.hints, stems.horizontal, stems.vertical));
    } else writer.draw(step);
  }
  if (glyph.accent === null) writer.operator([], operators.endchar);
  else {
    const { dx, dy, base, accent } = glyph.accent;
    writer.operator([dx, dy, base, accent], operators.endchar);
  }
  return writer.bytes();
}

/** Every stem of the glyph once, sorted as Type 2 wants them. Null when there are none, or more than fit the stack. */
function collectStems(steps: readonly OutlineStep[]) {
  const sets = steps.flatMap((step) => (step.kind === 'hints' ? [step.hints] : []));
  const horizontal = uniqueStems(sets.flatMap((set) => set.horizontal));
  const vertical = uniqueStems(sets.flatMap((set) => set.vertical));
  const count = horizontal.length + vertical.length;
  if (count === 0 || Math.max(horizontal.length, vertical.length) * 2 >= maxOperands) return null;
  return { horizontal, vertical, sets };
}

function uniqueStems(stems: readonly Stem[]): readonly Stem[] {
  const unique = new Map(stems.map((stem) => [stem.join(), stem]));
  return [...unique.values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
}

function stemDeltas(stems: readonly Stem[]): number[] {
  let edge = 0;
  return stems.flatMap(([start, width]) => {
    const delta = start - edge;
    edge = start + width;
    return [delta, width];
  });
}

function hintMask(hints: StemHints, horizontal: readonly Stem[], vertical: readonly Stem[]): Uint8Array {
  const active = new Set([
    ...hints.horizontal.map((stem) => `h${stem.join()}`),
    ...hints.vertical.map((stem) => `v${stem.join()}`),
  ]);
  const all = [...horizontal.map((stem) => `h${stem.join()}`), ...vertical.map((stem) => `v${stem.join()}`)];
  const mask = new Uint8Array((all.length + 7) >> 3);
  all.forEach((stem, index) => {
    if (active.has(stem)) mask[index >> 3] = (mask[index >> 3] ?? 0) | (0x80 >> (index & 7));
  });
  return mask;
}

type Drawn = Exclude<OutlineStep, { readonly kind: 'hints' }>;

/** Operators that take any number of segments: the next segment joins when its shape continues the run. */
interface Run {
  readonly operator: number;
  readonly operands: number[];
  /** The shape that may follow, or null when only the same operator may. */
  next: number;
}

function createWriter(width: number) {
  const out: number[] = [];
  let widthPending = width !== 0;
  let run: Run | null = null;

  function flush(): void {
    const finished = run;
    run = null;
    if (finished !== null) operator(finished.operands, finished.operator);
  }

  function operator(operands: readonly number[], code: number): void {
    flush();
    if (widthPending) pushNumber(out, width);
    widthPending = false;
    for (const operand of operands) pushNumber(out, operand);
    out.push(code);
  }

  function draw(step: Drawn): void {
    if (step.kind === 'move') {
      if (step.dx === 0) operator([step.dy], operators.vmoveto);
      else if (step.dy === 0) operator([step.dx], operators.hmoveto);
      else operator([step.dx, step.dy], operators.rmoveto);
      return;
    }
    const { code, operands, next } = step.kind === 'line' ? lineShape(step.dx, step.dy) : curveShape(step.deltas);
    if (run !== null && run.next === code && run.operands.length + operands.length <= maxOperands) {
      run.operands.push(...operands);
      run.next = next;
      return;
    }
    flush();
    run = { operator: code, operands: [...operands], next };
  }

  return {
    operator,
    draw,
    hintMask(mask: Uint8Array) {
      operator([], operators.hintmask);
      out.push(...mask);
    },
    bytes: () => Uint8Array.from(out),
  };
}

interface Shape {
  readonly code: number;
  readonly operands: readonly number[];
  /** The shape a segment must have to join: lines and curves that alternate direction share one operator. */
  readonly next: number;
}

function lineShape(dx: number, dy: number): Shape {
  if (dy === 0) return { code: operators.hlineto, operands: [dx], next: operators.vlineto };
  if (dx === 0) return { code: operators.vlineto, operands: [dy], next: operators.hlineto };
  return { code: operators.rlineto, operands: [dx, dy], next: operators.rlineto };
}

function curveShape(deltas: readonly [number, number, number, number, number, number]): Shape {
  const [dx1, dy1, dx2, dy2, dx3, dy3] = deltas;
  const { hhcurveto, vvcurveto, hvcurveto, vhcurveto, rrcurveto } = operators;
  if (dy1 === 0 && dx3 === 0) return { code: hvcurveto, operands: [dx1, dx2, dy2, dy3], next: vhcurveto };
  if (dx1 === 0 && dy3 === 0) return { code: vhcurveto, operands: [dy1, dx2, dy2, dx3], next: hvcurveto };
  if (dy1 === 0 && dy3 === 0) return { code: hhcurveto, operands: [dx1, dx2, dy2, dx3], next: hhcurveto };
  if (dx1 === 0 && dx3 === 0) return { code: vvcurveto, operands: [dy1, dx2, dy2, dy3], next: vvcurveto };
  return { code: rrcurveto, operands: deltas, next: rrcurveto };
}

/** A number of a charstring: an integer, or 16.16 fixed point. */
function pushNumber(out: number[], value: number): void {
  if (!Number.isInteger(value)) {
    const fixed = Math.round(value * 65536);
    out.push(255, (fixed >> 24) & 255, (fixed >> 16) & 255, (fixed >> 8) & 255, fixed & 255);
  } else if (value >= -107 && value <= 107) out.push(value + 139);
  else if (value >= 108 && value <= 1131) out.push(247 + ((value - 108) >> 8), (value - 108) & 255);
  else if (value <= -108 && value >= -1131) out.push(251 + ((-value - 108) >> 8), (-value - 108) & 255);
  else out.push(28, (value >> 8) & 255, value & 255);
}
