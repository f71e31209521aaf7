import { containsMiddle, growBox, sharedHeight, sharedWidth, uniteBoxes } from '@platen/pdf-kit/geometry';
import type { Box, Page } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import type { FormulaItem } from '../types.ts';
import { splitNumbers } from './formula-numbers.ts';
import { type FormulaPiece, findFormulaPieces, type TextColumn } from './formula-pieces.ts';
import { type FormulaRegion, findFormulaRegions } from './formula-regions.ts';
import { withTheirRows } from './formula-rows.ts';
import { linearFormula } from './linear-formula.ts';
import { bigOperatorPattern, isMathGlyph, relationPattern } from './math-glyphs.ts';

/** Minimum mathematical signs; fewer are marks in other text. */
const minSigns = 2;
/** Their minimum share of a formula: digits, brackets and function names use text fonts. */
const signShare = 0.12;
/** Maximum share of words in a formula: conditions of cases, and fractions of words. */
const wordShare = 0.3;
const wordShareOfFractions = 0.75;
/** A line of text begins and ends this close to the edges of its column, in em. */
const edgeEm = 1.5;
/** Text this close beside a formula, in em, is of the same line. */
const besideEm = 0.9;
/** A picture of a formula has this much blank space around what is drawn, in points. */
const marginPt = 1.5;

/**
 * The displayed formulas of a page that no line of text can hold, with their numbers. Regions are grown from signs of
 * mathematics over everything near that is not running text, and kept where they are laid out in two dimensions and
 * have their lines for themselves: formulas inside of lines stay text. After X. Lin, L. Gao, Z. Tang et al.,
 * "Mathematical Formula Identification in PDF Documents" (ICDAR 2011), and M. Suzuki et al., "INFTY" (2003): fonts and
 * characters first, then layout. When in doubt it is text: words lost to a picture cost more than an ugly line.
 *
 * `obstaclesOf` finds tables and figures, which have signs of their own; it is not called on a page without signs.
 */
export function findFormulas(page: Page, obstaclesOf: () => readonly Box[]): readonly FormulaItem[] {
  if (!hasSigns(page)) return [];
  const obstacles = obstaclesOf();
  const { candidates, prose, columnOf } = findFormulaPieces(page);
  const free = candidates.filter(({ ink }) => !obstacles.some((box) => containsMiddle(growBox(box, 2), ink)));
  const { pieces, numbers } = splitNumbers(free, columnOf);
  const left = new Set(numbers);
  const items: FormulaItem[] = [];
  for (const region of withTheirRows(findFormulaRegions(pieces, page.rules, columnOf), numbers)) {
    if (!isFormula(region) || isLine(region, columnOf(region.box))) continue;
    if (!standsAlone(region, prose)) continue;
    const number = numberOf(region, [...left]);
    if (number !== null) left.delete(number);
    const words = region.pieces.flatMap((piece) => piece.words);
    items.push({
      kind: 'formula',
      box: visibleBox(region, number === null ? prose : [...prose, number]),
      words: new Set(words),
      alternativeText: linearFormula(words, region.bars),
      number: number?.fragment ?? null,
    });
  }
  return items;
}

function hasSigns({ lines }: Page): boolean {
  let signs = 0;
  for (const { words } of lines) {
    for (const { glyphs } of words) {
      for (const glyph of glyphs) if (isMathGlyph(glyph)) signs++;
    }
    if (signs >= minSigns) return true;
  }
  return false;
}

function isFormula({ pieces, bars }: FormulaRegion): boolean {
  const total = (count: (piece: FormulaPiece) => number) => pieces.reduce((sum, piece) => sum + count(piece), 0);
  const signs = total(({ mathGlyphs }) => mathGlyphs);
  const limit = bars.length > 0 ? wordShareOfFractions : wordShare;
  if (total(({ plainWords }) => plainWords) > limit * total(({ words }) => words.length)) return false;
  const text = pieces.map(({ words }) => textOf(words)).join(' ');
  // A fraction in an equation is one, though its letters are those of the text.
  if (bars.length > 0 && /=|≡|≈/u.test(text)) return true;
  if (signs < Math.max(minSigns, signShare * total(({ glyphs }) => glyphs))) return false;
  return bars.length > 0 || relationPattern.test(text) || [...text].some((sign) => bigOperatorPattern.test(sign));
}

/** A line that runs from edge to edge with words in it is one of a paragraph, whatever its scripts look like. */
function isLine({ box, pieces, bars }: FormulaRegion, column: TextColumn | null): boolean {
  if (column === null || bars.length > 0 || pieces.every(({ plainWords }) => plainWords === 0)) return false;
  const reachPt = edgeEm * Math.max(...pieces.map(({ sizePt }) => sizePt));
  return box.x0 < column.x0 + reachPt && box.x1 > column.x1 - reachPt;
}

/** Whether no running text is on its lines. */
function standsAlone({ box }: FormulaRegion, prose: readonly FormulaPiece[]): boolean {
  return !prose.some((piece) => {
    const line = lineBox(piece);
    return sharedHeight(line, box) > 0.3 * (line.y1 - line.y0) && sharedWidth(line, box) > -besideEm * piece.sizePt;
  });
}

/** The letters of a line, without large signs that hang out of it. */
function lineBox({ ink, baseline, sizePt }: FormulaPiece): Box {
  return { x0: ink.x0, x1: ink.x1, y0: baseline - 0.7 * sizePt, y1: baseline + 0.22 * sizePt };
}

/** The number on the height of a formula, or right below it where it found no room. */
function numberOf({ box, pieces }: FormulaRegion, numbers: readonly FormulaPiece[]): FormulaPiece | null {
  const em = Math.max(...pieces.map(({ sizePt }) => sizePt));
  const middle = (box.y0 + box.y1) / 2;
  const near = numbers.filter(
    ({ ink }) => ink.y1 > box.y0 && ink.y0 < box.y1 + 0.8 * em && (ink.x0 > box.x0 || ink.x1 < box.x1),
  );
  const distance = ({ ink }: FormulaPiece) => Math.abs((ink.y0 + ink.y1) / 2 - middle);
  return near.sort((first, second) => distance(first) - distance(second))[0] ?? null;
}

/** What is drawn, with a margin that leaves the lines above and below alone. */
function visibleBox({ box, pieces }: FormulaRegion, neighbours: readonly FormulaPiece[]): Box {
  const whole = uniteBoxes([box, ...pieces.map(({ ink }) => ink)]);
  const { x0, x1, y0, y1 } = growBox(whole, marginPt);
  const near = neighbours.filter(({ ink }) => sharedWidth(ink, whole) > 0).map(lineBox);
  const middle = (y0 + y1) / 2;
  return {
    x0,
    x1,
    y0: Math.max(y0, ...near.map((line) => line.y1).filter((y) => y < middle)),
    y1: Math.min(y1, ...near.map((line) => line.y0).filter((y) => y > middle)),
  };
}
