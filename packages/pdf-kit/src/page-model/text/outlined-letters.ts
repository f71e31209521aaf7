import { boxHeight, boxWidth, containsMiddle } from '../box.ts';
import type { DrawnGlyph, PageContent } from '../content/page-content.ts';
import type { Box, TextStyle } from '../types.ts';
import { isWordSpace } from './normalize-text.ts';

/** Minimum share of the letters of a drawn text that have a shape: some shapes are ligatures. */
const drawnShare = 0.8;
/** Maximum size of a shape, as a multiple of its letter. */
const largestPart = 1.5;
/** Shapes are looked for in strips of the page this high, in points. */
const stripPt = 16;

/**
 * The content with invisible text made visible if each of its letters has a shape at its position, and without these
 * shapes: browsers draw synthetic bold letters as outlines, with the text invisibly over them.
 */
export function showOutlinedLetters(content: PageContent): PageContent {
  const hidden = content.glyphs.filter((glyph) => glyph.hidden && !isWordSpace(glyph.text));
  if (hidden.length === 0 || content.drawings.length === 0) return content;
  const shapesOf = shapeIndex(content.drawings.filter(({ fillColor }) => fillColor !== null));
  const runs = Map.groupBy(hidden, (glyph) => glyph.run);
  const outlined = colorsOfRuns(runs, (letter) => shapesOf(letter)[0]?.fillColor ?? undefined);
  if (outlined.size === 0) return content;
  // `I` and `l` are rectangles, in the colour of the letters beside them.
  const known = new Set(outlined.values());
  const strokesOf = shapeIndex(strokesIn(content).filter(({ color }) => known.has(color)));
  const colors = new Map([...colorsOfRuns(runs, (letter) => strokesOf(letter)[0]?.color), ...outlined]);
  const drawn = hidden.filter(({ run }) => colors.has(run));
  const parts = new Set(drawn.flatMap(shapesOf));
  const styleOf = createColoring();
  return {
    ...content,
    glyphs: content.glyphs.map((glyph) => {
      const color = glyph.hidden ? colors.get(glyph.run) : undefined;
      return color === undefined ? glyph : { ...glyph, hidden: false, style: styleOf(glyph.style, color) };
    }),
    drawings: content.drawings.filter((drawing) => !parts.has(drawing)),
    fills: withoutStrokes(content.fills, ({ box }) => box, drawn),
    rules: withoutStrokes(content.rules, (rule) => rule, drawn),
  };
}

/** The colours of the texts most of whose letters are drawn, by run. */
function colorsOfRuns(
  runs: ReadonlyMap<number, readonly DrawnGlyph[]>,
  colorOf: (letter: DrawnGlyph) => string | undefined,
): Map<number, string> {
  const colors = new Map<number, string>();
  for (const [run, letters] of runs) {
    const found = letters.flatMap((letter) => colorOf(letter) ?? []);
    const [color] = found;
    if (color !== undefined && found.length >= drawnShare * letters.length) colors.set(run, color);
  }
  return colors;
}

interface Stroke {
  readonly box: Box;
  readonly color: string;
}

function strokesIn({ fills, rules }: PageContent): readonly Stroke[] {
  return [...fills, ...rules.map((rule) => ({ box: rule, color: rule.color }))];
}

/** Finds the shapes that may be parts of a letter. */
function shapeIndex<Shape extends { readonly box: Box }>(
  shapes: readonly Shape[],
): (letter: DrawnGlyph) => readonly Shape[] {
  const strips = Map.groupBy(shapes, ({ box }) => stripAt((box.y0 + box.y1) / 2));
  return ({ box, style }) => {
    const found: Shape[] = [];
    for (let strip = stripAt(box.y0); strip <= stripAt(box.y1); strip++) {
      for (const shape of strips.get(strip) ?? []) if (isPartOf(shape.box, box, style.sizePt)) found.push(shape);
    }
    return found;
  };
}

function stripAt(y: number): number {
  return Math.floor(y / stripPt);
}

function isPartOf(part: Box, letter: Box, sizePt: number): boolean {
  return containsMiddle(letter, part) && Math.max(boxWidth(part), boxHeight(part)) <= largestPart * sizePt;
}

/** Horizontal and vertical strokes of letters are rectangles like others. */
function withoutStrokes<Part>(
  parts: readonly Part[],
  boxOf: (part: Part) => Box,
  letters: readonly DrawnGlyph[],
): Part[] {
  const strips = Map.groupBy(letters, ({ origin }) => stripAt(origin.y));
  const isStroke = (box: Box) => {
    for (let strip = stripAt(box.y0) - 1; strip <= stripAt(box.y1) + 2; strip++) {
      if (strips.get(strip)?.some((letter) => isPartOf(box, letter.box, letter.style.sizePt))) return true;
    }
    return false;
  };
  return parts.filter((part) => !isStroke(boxOf(part)));
}

/** Letters of one style and colour share one style. */
export function createColoring(): (style: TextStyle, color: string) => TextStyle {
  const known = new Map<TextStyle, Map<string, TextStyle>>();
  return (style, color) => {
    const styles = known.get(style) ?? new Map<string, TextStyle>();
    known.set(style, styles);
    const colored = styles.get(color) ?? { ...style, color };
    styles.set(color, colored);
    return colored;
  };
}
