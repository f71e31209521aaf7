import { boxArea, createPlaceIndex, sharedArea } from '@platen/pdf-kit/geometry';
import { type Box, colorChannels, type Glyph, type Word } from '@platen/pdf-kit/page-model';
import { blocksIn, figuresIn, type PageLayout } from '../analysis/layout/page-layout.ts';
import type { WordDecoration } from '../analysis/text/run-styles.ts';
import type { DrawnMarks } from './drawn-marks.ts';
import { isCards } from './page-marks.ts';

/** Something painted behind text; `color` is null for a picture, whose colours are not known. */
interface Ground {
  readonly box: Box;
  readonly color: string | null;
}

/**
 * Contrast, as WCAG 2 defines it, below which text is lost on its ground. White has 1.1 to 1.4 on the pale cards and
 * pages of designed documents, and 1.7 or more on the yellow and orange of their discs and buttons.
 */
const leastContrast = 1.5;
/** A ground is behind this share of a word at least. */
const behindShare = 0.6;
const paper = '#ffffff';

/**
 * The marks of a page with the text that would be lost in the document shaded in the colour it is on in the source: what
 * is drawn behind text does not always become a mark, a cell or a picture.
 */
export function withTextGrounds(drawn: DrawnMarks, layout: PageLayout): DrawnMarks {
  const { page } = layout;
  const inSource = groundFinder([
    ...page.fills,
    ...page.drawings.flatMap(({ box, fillColor }) => (fillColor === null ? [] : [{ box, color: fillColor }])),
    ...page.pictures.map(({ box }) => ({ box, color: null })),
  ]);
  const inDocument = groundFinder(writtenGrounds(drawn, layout));
  const shaded = new Map<Glyph, WordDecoration>();
  const words = page.lines.filter(({ angle }) => angle === 0).flatMap((line) => line.words);
  for (const word of words) {
    const written = inDocument(word);
    const source = inSource(word);
    if (written === null || source === null || written === source) continue;
    for (const glyph of word.glyphs) {
      const { color } = glyph.style;
      const own = drawn.decorationOf(glyph);
      const isLost = contrastOf(color, own?.highlight ?? written) < leastContrast;
      if (glyph.hidden || !isLost || contrastOf(color, source) < leastContrast) continue;
      shaded.set(glyph, shadedAs(source, own));
    }
  }
  if (shaded.size === 0) return drawn;
  return { ...drawn, decorationOf: (glyph) => shaded.get(glyph) ?? drawn.decorationOf(glyph) };
}

/** What is behind text in the document. Of what is drawn in cards, only what is around whole paragraphs becomes part of it. */
function writtenGrounds({ marks }: DrawnMarks, layout: PageLayout): readonly Ground[] {
  const tables = blocksIn(layout).filter((block) => block.kind === 'table');
  const cards = createPlaceIndex(tables.filter(isCards).map(({ box }) => [box, box]));
  const isInCard = (box: Box) => cards.touching(box).some((card) => sharedArea(card, box) > 0.5 * boxArea(box));
  return [
    ...layout.backgrounds.map(({ box }) => ({ box, color: null })),
    ...figuresIn(layout).map(({ box }) => ({ box, color: null })),
    ...marks.flatMap(({ box, fill }) => (fill === null || isInCard(box) ? [] : [{ box, color: fill }])),
    ...tables.flatMap(({ table }) =>
      table.cells.flatMap(({ box, fill }) => (fill === null ? [] : [{ box, color: fill }])),
    ),
  ];
}

/** Finds the colour behind a word: of the smallest ground, the last of equal ones, or else of the paper. */
function groundFinder(grounds: readonly Ground[]): (word: Word) => string | null {
  const places = createPlaceIndex(grounds.map((ground) => [ground, ground.box]));
  return ({ box }) => {
    const least = behindShare * boxArea(box);
    let found: Ground = { box: { x0: 0, y0: 0, x1: Number.POSITIVE_INFINITY, y1: 1 }, color: paper };
    for (const ground of places.touching(box)) {
      if (sharedArea(ground.box, box) >= least && boxArea(ground.box) <= boxArea(found.box)) found = ground;
    }
    return found.color;
  };
}

const interned = new WeakMap<WordDecoration, Map<string, WordDecoration>>();
const plain: WordDecoration = { underline: false, strike: false, highlight: null };

/** Equal decorations are one object. */
function shadedAs(highlight: string, own: WordDecoration = plain): WordDecoration {
  const known = interned.get(own) ?? new Map<string, WordDecoration>();
  interned.set(own, known);
  const decoration = known.get(highlight) ?? { ...own, highlight };
  known.set(highlight, decoration);
  return decoration;
}

/** From 1 for equal colours to 21 for black on white. */
function contrastOf(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = colorChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
