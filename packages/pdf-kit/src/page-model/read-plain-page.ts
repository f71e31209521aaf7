import { blankPage } from './blank-page.ts';
import { uniteBoxes } from './box.ts';
import { createPageContent } from './content/page-content.ts';
import { type PdfJsPage, sheetViewport } from './load-pdfjs.ts';
import { asMatrix, chainMatrices, identityMatrix, type Matrix, transformBox } from './matrix.ts';
import type { ReadPage } from './read-page.ts';
import type { SheetOptions } from './sheet-scale.ts';
import { normalizeGlyphText } from './text/normalize-text.ts';
import type { Font, Line, TextStyle, Word } from './types.ts';

/** The font of text of which only the characters and their places are known. */
const unknownFont: Font = {
  name: '',
  bold: false,
  italic: false,
  monospace: false,
  serif: false,
  symbolic: false,
  vertical: false,
  ascent: 0.8,
  descent: -0.2,
};

/** A page reduced to its plain text, as pdf.js extracts it: each piece of text is a line, in drawing order, without a look. */
export async function readPlainPage(source: PdfJsPage, sheet: SheetOptions): Promise<ReadPage> {
  const { width: widthPt, height: heightPt, transform } = sheetViewport(source, sheet);
  const toPage = asMatrix(transform) ?? identityMatrix;
  const { items } = await source.getTextContent();
  const lines = items.flatMap((item, order) => {
    const place = 'str' in item ? asMatrix(item.transform) : null;
    return 'str' in item && place !== null
      ? (lineOf(item.str, item.width, chainMatrices(place, toPage), order) ?? [])
      : [];
  });
  const page = blankPage({ number: source.pageNumber, widthPt, heightPt });
  const drawnText = lines.map(({ text }) => text).join('\n');
  return {
    page: { ...page, rotation: source.rotate, kind: lines.length > 0 ? 'text' : 'blank', lines, drawnText },
    content: createPageContent({ x0: 0, y0: 0, x1: widthPt, y1: heightPt }),
  };
}

/** `matrix` leads from text space, in em, to the page. */
function lineOf(text: string, widthPt: number, matrix: Matrix, order: number): Line | null {
  const [a, b, c, d, x, y] = matrix;
  const sizePt = Math.max(Math.hypot(c, d), 1);
  const style: TextStyle = { font: unknownFont, sizePt, color: '#000000' };
  const em = Math.max(Math.hypot(a, b), 1);
  const clean = normalizeGlyphText(text);
  const advanceEm = widthPt / em / Math.max(clean.length, 1);
  const words = [...clean.matchAll(/\S+/gu)].map(({ 0: found, index }): Word => {
    const start = index * advanceEm;
    const box = transformBox(matrix, start, unknownFont.descent, start + found.length * advanceEm, unknownFont.ascent);
    const origin = { x: x + a * start, y: y + b * start };
    const glyph = { text: found, box, origin, style, risePt: 0, mcid: null, artifact: false, hidden: false };
    return { text: found, box, glyphs: [glyph], style, script: 'normal', confidence: null, spaceAfter: true };
  });
  if (words.length === 0) return null;
  const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  return {
    text: words.map((word) => word.text).join(' '),
    box: uniteBoxes(words.map(({ box }) => box)),
    words,
    baseline: angle % 180 === 90 ? x : y,
    style,
    angle,
    direction: 'ltr',
    order,
  };
}
