import { boxWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Word } from '@platen/pdf-kit/page-model';
import { type Atom, atomsOf } from './formula-atoms.ts';
import { readRow } from './formula-row.ts';

/** Baselines this close, in em, are of one row. */
const sameRowEm = 0.3;
/** Smaller signs than this share are scripts and limits. */
const scriptShare = 0.86;

/**
 * A formula as a line of text, for those who cannot see its picture: `sum from i=1 to n of x_i/y`. Bars come first, the
 * longest one before those inside of it: what is above and below is a fraction, what is below behind a root
 * sign is its root. What is left is cut where blank space runs down through several rows, and the rows are read one after the
 * other, with scripts and limits after their base. The recursive projection is that of M. Okamoto and B. Miao,
 * "Recognition of mathematical expressions by using the layout structures of symbols" (ICDAR 1991), the order along a
 * dominant baseline that of R. Zanibbi, D. Blostein and J. R. Cordy (TPAMI 2002).
 */
export function linearFormula(words: readonly Word[], bars: readonly Box[]): string {
  return read(atomsOf(words), bars);
}

function read(atoms: readonly Atom[], bars: readonly Box[]): string {
  return readBlock(withoutBars(atoms, bars));
}

/** Puts fractions and roots in place of what is at their bars. */
function withoutBars(atoms: readonly Atom[], bars: readonly Box[]): readonly Atom[] {
  const [bar, ...rest] = [...bars].sort((first, second) => boxWidth(second) - boxWidth(first));
  if (bar === undefined) return atoms;
  const root = atoms.find((atom) => isRootOf(atom, bar));
  const at = atoms.filter(({ box }) => middleOf(box) > bar.x0 - 1 && middleOf(box) < bar.x1 + 1);
  const inside = rest.filter((other) => other.x0 > bar.x0 - 1 && other.x1 < bar.x1 + 1);
  const isOver = (box: Box) => centreOf(box) <= bar.y0;
  const over: Part = {
    atoms: root === undefined ? at.filter(({ box }) => isOver(box)) : [],
    bars: root === undefined ? inside.filter(isOver) : [],
  };
  const under: Part = {
    atoms: at.filter((atom) => atom !== root && !isOver(atom.box)),
    bars: inside.filter((other) => !isOver(other)),
  };
  const whole = root === undefined ? fractionOf(bar, over, under) : rootOf(bar, root, under);
  if (whole === null) return withoutBars(atoms, rest);
  const left = rest.filter((other) => !over.bars.includes(other) && !under.bars.includes(other));
  return withoutBars([...atoms.filter((atom) => !whole.taken.has(atom)), whole.atom], left);
}

/** What is on one side of a bar. */
interface Part {
  readonly atoms: readonly Atom[];
  readonly bars: readonly Box[];
}

/** What was read as one, and what it was read from. */
interface Whole {
  readonly atom: Atom;
  readonly taken: ReadonlySet<Atom>;
}

function fractionOf(bar: Box, over: Part, under: Part): Whole | null {
  const [above, below] = [reachedFrom(bar.y0, over, -1), reachedFrom(bar.y0, under, 1)];
  if (above.length === 0 || below.length === 0) return null;
  const atoms = [...above, ...below];
  const sizePt = Math.max(...atoms.map((atom) => atom.sizePt));
  const text = `${bracketed(read(above, over.bars))}/${bracketed(read(below, under.bars))}`;
  const box = uniteBoxes([bar, ...atoms.map((atom) => atom.box)]);
  return { atom: { text, box, baseline: bar.y0 + axisEm * sizePt, sizePt, isTall: false }, taken: new Set(atoms) };
}

function rootOf(bar: Box, root: Atom, under: Part): Whole | null {
  const inside = reachedFrom(bar.y0, under, 1);
  if (inside.length === 0) return null;
  const sizePt = Math.max(...inside.map((atom) => atom.sizePt));
  const box = uniteBoxes([bar, root.box, ...inside.map((atom) => atom.box)]);
  const text = `sqrt(${read(inside, under.bars)})`;
  return {
    atom: { text, box, baseline: mainBaseline(inside), sizePt, isTall: false },
    taken: new Set([root, ...inside]),
  };
}

/** What is at a bar, and on what is there, upwards or downwards with hardly a gap between. */
function reachedFrom(barY: number, { atoms, bars }: Part, direction: 1 | -1): readonly Atom[] {
  const parts = [...atoms.map((atom) => ({ box: atom.box, atom })), ...bars.map((box) => ({ box, atom: null }))].map(
    ({ box, atom }) => {
      const edges = [direction * (box.y0 - barY), direction * (box.y1 - barY)];
      return { atom, near: Math.min(...edges), far: Math.max(...edges) };
    },
  );
  const whitePt = stackedEm * largest(atoms);
  const reached: Atom[] = [];
  let reach = 0;
  for (const { atom, near, far } of parts.sort((first, second) => first.near - second.near)) {
    if (near > reach + whitePt) break;
    if (atom !== null) reached.push(atom);
    reach = Math.max(reach, far);
  }
  return reached;
}

/** Whitespace between what is at one bar is no higher, in em. */
const stackedEm = 0.32;
/** Bars of fractions are this far above the baseline, in em. */
const axisEm = 0.25;

function isRootOf({ text, box, sizePt }: Atom, bar: Box): boolean {
  return text === '√' && Math.abs(bar.x0 - box.x1) < 0.4 * sizePt && bar.y0 > box.y0 - sizePt && bar.y0 < box.y1;
}

function bracketed(text: string): string {
  return /[\s+\-−·/,=]/u.test(text) ? `(${text})` : text;
}

/** Reads one row as it is; of several, what is before them, then each of them, then what is after. */
function readBlock(atoms: readonly Atom[]): string {
  if (rowsOf(atoms).length < 2) return readRow(atoms, mainBaseline(atoms), readBlock);
  const blocks = cutAtWhitespace(atoms);
  const main = blocks.find((block) => rowsOf(block).length === 1);
  if (main === undefined || blocks.length < 2) return readRows(atoms);
  const baseline = mainBaseline(main);
  const isOfMain = (block: readonly Atom[]) =>
    rowsOf(block).every((row) => Math.abs(row - baseline) < sameRowEm * largest(atoms));
  const parts: { atoms: Atom[]; single: boolean }[] = [];
  for (const block of blocks) {
    const last = parts.at(-1);
    const single = isOfMain(block);
    // Brackets and scripts have no row of their own: they continue with what is before them.
    if (last !== undefined && (last.single === single || rowsOf(block).length === 0)) last.atoms.push(...block);
    else parts.push({ atoms: [...block], single });
  }
  if (parts.length < 2) return readRows(atoms);
  return parts.map((part) => (part.single ? readRow(part.atoms, baseline, readBlock) : readRows(part.atoms))).join(' ');
}

function readRows(atoms: readonly Atom[]): string {
  const rows = rowsOf(atoms);
  const nearest = ({ baseline, box, isTall }: Atom) => {
    const y = isTall ? centreOf(box) : baseline;
    return rows.reduce((best, row) => (Math.abs(row - y) < Math.abs(best - y) ? row : best), rows[0] ?? y);
  };
  const groups = Map.groupBy(atoms, nearest);
  return rows.map((row) => readRow(groups.get(row) ?? [], row, readBlock)).join('; ');
}

/** The baselines of the atoms of full size, from top to bottom. */
function rowsOf(atoms: readonly Atom[]): readonly number[] {
  const em = largest(atoms);
  const full = atoms.filter(({ isTall, sizePt }) => !isTall && sizePt >= scriptShare * em);
  const rows: number[] = [];
  for (const { baseline } of full.sort((first, second) => first.baseline - second.baseline)) {
    if (baseline - (rows.at(-1) ?? Number.NEGATIVE_INFINITY) > sameRowEm * em) rows.push(baseline);
  }
  return rows;
}

function largest(atoms: readonly Atom[]): number {
  return Math.max(...atoms.filter(({ isTall }) => !isTall).map(({ sizePt }) => sizePt), 0);
}

function mainBaseline(atoms: readonly Atom[]): number {
  return rowsOf(atoms)[0] ?? atoms[0]?.baseline ?? 0;
}

/** Cuts atoms where blank space runs down between them, left to right. */
function cutAtWhitespace(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  const blocks: { atoms: Atom[]; end: number }[] = [];
  for (const atom of [...atoms].sort((first, second) => first.box.x0 - second.box.x0)) {
    const last = blocks.at(-1);
    if (last !== undefined && atom.box.x0 < last.end) {
      last.atoms.push(atom);
      last.end = Math.max(last.end, atom.box.x1);
    } else blocks.push({ atoms: [atom], end: atom.box.x1 });
  }
  return blocks.map((block) => block.atoms);
}

function middleOf({ x0, x1 }: Box): number {
  return (x0 + x1) / 2;
}

function centreOf({ y0, y1 }: Box): number {
  return (y0 + y1) / 2;
}
