import { boxWidth, containsMiddle, growBox, sharedArea } from '@platen/pdf-kit/geometry';
import type { GreyRaster } from '@platen/pdf-kit/ocr';
import {
  type Box,
  type Line,
  type Page,
  type RecognizedLine,
  type Word,
  withRecognizedText,
} from '@platen/pdf-kit/page-model';
import { clusterBoxes } from './analysis/figures/cluster-boxes.ts';
import { withoutWords } from './analysis/text/fragments.ts';

export interface ReadableTextSources {
  /** The page as it looks; null where it cannot be drawn. */
  draw(page: Page): Promise<GreyRaster | null>;
  /** The text on a raster, in points; null where none is to be recognised. */
  readonly recognize: ((raster: GreyRaster) => Promise<readonly RecognizedLine[]>) | null;
  warn(code: string, message: string): void;
}

/** Words recognised with less confidence than this are guesses. */
const leastConfidence = 0.5;
/** Recognised words must cover this share of the width of a text. */
const leastCover = 0.4;

/**
 * Replaces text whose characters its fonts do not define by text recognised from its appearance. What is not recognised
 * stays in `unreadable`, one box per block, to become pictures.
 */
export async function withReadableText(page: Page, { draw, recognize, warn }: ReadableTextSources): Promise<Page> {
  if (page.unreadable.length === 0) return page;
  const raster = await draw(page);
  if (raster === null) return { ...page, unreadable: [] };
  const shown = page.unreadable.filter((box) => hasInk(raster, box));
  const isNoise = ({ box }: { readonly box: Box }) => page.unreadable.some((region) => containsMiddle(region, box));
  const noise = page.lines.flatMap(({ words }) => words.filter(isNoise));
  const clean = { ...page, lines: page.lines.flatMap((line) => withoutWords(line, isNoise)) };
  if (shown.length === 0) return { ...clean, unreadable: [] };
  const blocks = clusterBoxes(shown);
  const recognized = recognize === null ? [] : await recognize(onlyIn(raster, shown));
  const read = blocks.map(({ box }) => linesIn(recognized, box));
  const isRead = blocks.map(({ members }, index) =>
    covers(
      read[index] ?? [],
      members.flatMap((member) => shown[member] ?? []),
    ),
  );
  const lines = read.filter((_, index) => isRead[index] === true).flat();
  const left = blocks.filter((_, index) => isRead[index] !== true).map(({ box }) => box);
  const done = left.length === 0 ? 'the text was recognised from its appearance' : 'some text became pictures';
  warn('TEXT_NOT_READABLE', `Fonts of page ${page.number} do not map their text to characters; ${done}`);
  return {
    ...clean,
    kind: 'text',
    lines: [...clean.lines, ...withRecognizedText(page, lines).lines.map((line) => inStyleOf(line, noise))],
    unreadable: left,
  };
}

/** The recognised words in the size, colour and weight of the text they replace. */
function inStyleOf(line: Line, noise: readonly Word[]): Line {
  const words = line.words.map((word) => {
    const style = noise.find(({ box }) => sharedArea(box, word.box) > 0)?.style ?? word.style;
    return { ...word, style, glyphs: word.glyphs.map((glyph) => ({ ...glyph, style })) };
  });
  return { ...line, words, style: words[0]?.style ?? line.style };
}

function pixelsOf({ dpi, widthPx, heightPx }: GreyRaster, { x0, y0, x1, y1 }: Box) {
  const toPixel = (lengthPt: number, limit: number) => Math.max(0, Math.min(limit, Math.round((lengthPt * dpi) / 72)));
  return {
    x0: toPixel(x0, widthPx),
    x1: toPixel(x1, widthPx),
    y0: toPixel(y0, heightPx),
    y1: toPixel(y1, heightPx),
  };
}

/** Spaces without a character show nothing. */
function hasInk(raster: GreyRaster, box: Box): boolean {
  const { x0, y0, x1, y1 } = pixelsOf(raster, box);
  let [darkest, lightest] = [255, 0];
  for (let y = y0; y < y1; y++) {
    for (const value of raster.data.subarray(y * raster.widthPx + x0, y * raster.widthPx + x1)) {
      if (value < darkest) darkest = value;
      if (value > lightest) lightest = value;
    }
  }
  return lightest - darkest > 40;
}

/** The raster with only the content of some boxes. */
export function onlyIn(raster: GreyRaster, boxes: readonly Box[]): GreyRaster {
  const data = new Uint8Array(raster.data.length).fill(255);
  for (const box of boxes) {
    const { x0, y0, x1, y1 } = pixelsOf(raster, growBox(box, 2));
    for (let y = y0; y < y1; y++) {
      const row = y * raster.widthPx;
      data.set(raster.data.subarray(row + x0, row + x1), row + x0);
    }
  }
  return { ...raster, data };
}

function linesIn(lines: readonly RecognizedLine[], block: Box): readonly RecognizedLine[] {
  return lines
    .map((line) => ({ ...line, words: line.words.filter(({ box }) => containsMiddle(growBox(block, 2), box)) }))
    .filter(({ words }) => words.length > 0);
}

function covers(lines: readonly RecognizedLine[], texts: readonly Box[]): boolean {
  const words = lines.flatMap((line) => line.words);
  const width = (boxes: readonly Box[]) => boxes.reduce((total, box) => total + boxWidth(box), 0);
  const confidence = words.reduce((total, word) => total + word.confidence, 0) / words.length;
  return confidence >= leastConfidence && width(words.map(({ box }) => box)) >= leastCover * width(texts);
}
