import { boxWidth, containsMiddle, growBox, sharedArea } from '../page-model/box.ts';
import { clusterBoxes } from '../page-model/cluster-boxes.ts';
import { withoutWords } from '../page-model/text/line-words.ts';
import type { RecognizedLine } from '../page-model/text/recognized-line.ts';
import { withRecognizedText } from '../page-model/text/recognized-text.ts';
import type { Box, Line, Page, Word } from '../page-model/types.ts';
import { greyRange, pixelBox } from './raster.ts';
import type { GreyRaster } from './recognizer.ts';
import { showBoxes } from './show-boxes.ts';

/** Where the characters of text come from that a file does not tell, or tells wrongly. */
export interface ReadableTextSources {
  /** The page as it looks; null where it cannot be drawn. */
  draw(page: Page): Promise<GreyRaster | null>;
  /** The text on a raster, in points; null where none is to be recognised. */
  readonly recognize: ((raster: GreyRaster) => Promise<readonly RecognizedLine[]>) | null;
  /** What became of text that was not recognised, such as `became pictures`. */
  readonly otherwise: string;
  warn(code: string, message: string): void;
}

/** Words recognised with less confidence than this are guesses. */
const leastConfidence = 0.5;
/** Recognised words must cover this share of the width of a text. */
const leastCover = 0.4;

/**
 * Replaces text whose characters its fonts do not define by text recognised from its appearance. What is not recognised
 * stays in `unreadable`, one box per block.
 */
export async function withReadableText(page: Page, sources: ReadableTextSources): Promise<Page> {
  if (page.unreadable.length === 0) return page;
  const { draw, recognize, otherwise } = sources;
  const warn = (done: string) =>
    sources.warn('TEXT_NOT_READABLE', `Fonts of page ${page.number} do not map their text to characters; ${done}`);
  const raster = await draw(page);
  if (raster === null) {
    warn('the page could not be drawn to read it, so it may be wrong');
    return { ...page, unreadable: [] };
  }
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
  warn(left.length === 0 ? 'the text was recognised from its appearance' : `some text ${otherwise}`);
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

/** Spaces without a character show nothing. */
function hasInk(raster: GreyRaster, box: Box): boolean {
  const { darkest, lightest } = greyRange(raster, pixelBox(raster, box));
  return lightest - darkest > 40;
}

/** The raster with only the content of some boxes, in points. */
export function onlyIn(raster: GreyRaster, boxes: readonly Box[]): GreyRaster {
  return showBoxes(
    raster,
    boxes.map((box) => pixelBox(raster, growBox(box, 2))),
  );
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
