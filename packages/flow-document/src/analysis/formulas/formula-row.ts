import { sharedHeight, sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import type { Atom } from './formula-atoms.ts';
import { bigOperatorPattern, relationPattern } from './math-glyphs.ts';

/** Signs this far from the baseline of their row, in em, are raised or lowered. */
const raisedEm = 0.12;
/** Smaller signs than this share of their row are scripts and limits. */
const scriptShare = 0.86;
/** Signs of one script are this close, in em. */
const scriptGapEm = 0.6;
/** Signs of one script share this much of their height: a subscript under a superscript does not. */
const scriptOverlap = 0.4;
/** A script over or under this share of a sign is a limit of it. */
const limitShare = 0.6;

/** How large operators are read. */
const operatorNames = new Map([
  ['∑', 'sum'],
  ['∏', 'product'],
  ['∫', 'integral'],
  ['∬', 'double integral'],
  ['∮', 'contour integral'],
  ['⋃', 'union'],
  ['⋂', 'intersection'],
]);

interface Base {
  readonly atom: Atom;
  above: string;
  below: string;
  /** Its scripts are over and under it. */
  hasLimits: boolean;
}

/** Reads the atoms on one baseline from left to right, each with its scripts. */
export function readRow(atoms: readonly Atom[], baseline: number, read: (atoms: readonly Atom[]) => string): string {
  const em = Math.max(...atoms.map(({ sizePt }) => sizePt), 0);
  const isScript = (atom: Atom) =>
    !atom.isTall && atom.sizePt < scriptShare * em && Math.abs(atom.baseline - baseline) > raisedEm * em;
  const bases = atoms
    .filter((atom) => !isScript(atom))
    .sort((first, second) => first.box.x0 - second.box.x0)
    .map((atom): Base => ({ atom, above: '', below: '', hasLimits: false }));
  for (const script of scriptsOf(atoms.filter(isScript), em)) {
    const box = uniteBoxes(script.map((atom) => atom.box));
    const base = baseOf(box, bases);
    if (base === null) continue;
    base.hasLimits ||= isLimit(box, base.atom);
    const text = read(script);
    if ((box.y0 + box.y1) / 2 < middleOf(base.atom, baseline, em)) base.above = text;
    else base.below = text;
  }
  return spaced(
    bases.map((base) => ({ text: readBase(base), box: base.atom.box })),
    em,
  );
}

function middleOf({ box, isTall }: Atom, baseline: number, em: number): number {
  return isTall ? (box.y0 + box.y1) / 2 : baseline - 0.25 * em;
}

/** Raised and lowered atoms that go together. */
function scriptsOf(atoms: readonly Atom[], em: number): readonly (readonly Atom[])[] {
  const scripts: Atom[][] = [];
  for (const atom of [...atoms].sort((first, second) => first.box.x0 - second.box.x0)) {
    const script = scripts.find((members) => {
      const box = uniteBoxes(members.map((member) => member.box));
      return (
        sharedHeight(box, atom.box) > scriptOverlap * (atom.box.y1 - atom.box.y0) &&
        sharedWidth(box, atom.box) > -scriptGapEm * atom.sizePt &&
        atom.sizePt < em
      );
    });
    if (script === undefined) scripts.push([atom]);
    else script.push(atom);
  }
  return scripts;
}

function isLimit(script: Box, { box }: Atom): boolean {
  return sharedWidth(script, box) > limitShare * Math.min(box.x1 - box.x0, script.x1 - script.x0);
}

/** What a script belongs to: the sign it is over or under, or the last one before it. */
function baseOf(script: Box, bases: readonly Base[]): Base | null {
  const limited = bases.filter(({ atom }) => isLimit(script, atom));
  const [widest] = limited.sort((a, b) => sharedWidth(script, b.atom.box) - sharedWidth(script, a.atom.box));
  const before = bases.findLast(({ atom }) => atom.box.x0 <= script.x0 + 1 && !/^[=+−,]$/u.test(atom.text));
  return widest ?? before ?? bases[0] ?? null;
}

function readBase({ atom, above, below, hasLimits }: Base): string {
  const name = operatorNames.get(atom.text) ?? atom.text;
  const isOperator = bigOperatorPattern.test(atom.text);
  if (!isOperator && !hasLimits) return name + scripted('_', below) + scripted('^', above);
  if (below !== '' && above !== '') return `${name} from ${below} to ${above} of`;
  if (below !== '') return `${name} over ${below} of`;
  if (above !== '') return isOperator ? `${name} to ${above} of` : name + scripted('^', above);
  return isOperator ? `${name} of` : name;
}

function scripted(mark: string, text: string): string {
  if (text === '') return '';
  return mark + (/^(?:[\p{L}\p{N}]+|.)$/u.test(text) ? text : `(${text})`);
}

const binaryPattern = /^[+−±∓×·÷∪∩∧∨∘⊗⊕⋅]$/u;

/** Puts the parts of a row behind each other, with space around relations, operators and words. */
function spaced(parts: readonly { readonly text: string; readonly box: Box }[], em: number): string {
  let line = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const { text, box } of parts) {
    const opens = line === '' || /[([{|=≤≥<>∈,]\s*$/u.test(line);
    const isSign = (relationPattern.test(text) && [...text].length === 1) || (binaryPattern.test(text) && !opens);
    const isClose = /^[,.;)\]}]/u.test(text);
    const needsSpace =
      isSign ||
      / of$/.test(line) ||
      (/ of$/.test(text) && line !== '') ||
      (box.x0 - end > 0.2 * em && !isClose && !opens);
    const before = needsSpace && line !== '' ? `${line.trimEnd()} ` : line;
    line = `${before}${text}${isSign || text === ',' ? ' ' : ''}`;
    end = box.x1;
  }
  return line.trim();
}
