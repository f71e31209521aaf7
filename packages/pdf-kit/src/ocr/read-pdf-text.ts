import { boxAround, containsMiddle, uniteBoxes } from '../page-model/box.ts';
import { type Matrix, transformPoint } from '../page-model/matrix.ts';
import type { PdfiumEngine } from '../render/pdfium-engine.ts';
import type { PixelBox, RasterWord } from './recognizer.ts';
import type { ScanLine, ScanPage } from './scan.ts';

/** Text render mode 3 of ISO 32000-1, 9.3.6: neither filled nor stroked. */
const invisibleMode = 3;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** The code that PDFium returns for a hyphen at the end of a line and the line feed after it. */
const brokenWord = 0x02;

interface Letter {
  readonly text: string;
  readonly box: PixelBox;
  readonly hidden: boolean;
  readonly order: number;
  /** The order of the first image drawn over it; null if there is none. */
  readonly coveredBy: number | null;
}

/** What is drawn over text. */
export interface TextCovers {
  /** When an object is drawn, counted from 0. */
  orderOf(object: number): number;
  /** Opaque images, in the coordinates of the page as shown. */
  readonly covers: readonly { readonly order: number; readonly box: PixelBox }[];
}

const noCovers: TextCovers = { orderOf: () => 0, covers: [] };

type PdfText = Pick<ScanPage, 'visibleLetters' | 'hiddenLetters' | 'textBehindImage' | 'lines'>;

/** The text of a page in the order PDFium reads it: lines of words with their boxes, moved by `toPage`. */
export function readPdfText(engine: PdfiumEngine, page: number, toPage: Matrix, covers = noCovers): PdfText {
  const text = engine.api.FPDFText_LoadPage(page);
  if (text === 0) return { visibleLetters: 0, hiddenLetters: 0, textBehindImage: false, lines: [] };
  try {
    const letters = readLetters(engine, text, toPage, covers);
    const drawn = letters.filter((letter): letter is Letter => typeof letter !== 'string');
    const hiddenLetters = drawn.filter(({ hidden }) => hidden).length;
    const lastCover = Math.max(-1, ...drawn.flatMap(({ coveredBy }) => coveredBy ?? []));
    return {
      visibleLetters: drawn.length - hiddenLetters,
      hiddenLetters,
      textBehindImage: lastCover >= 0 && !drawn.some(({ hidden, order }) => !hidden && order < lastCover),
      lines: gatherLines(letters),
    };
  } finally {
    engine.api.FPDFText_ClosePage(text);
  }
}

/** Letters, with a space or a line feed between words and lines. */
function readLetters(
  engine: PdfiumEngine,
  text: number,
  toPage: Matrix,
  { orderOf, covers }: TextCovers,
): readonly (Letter | ' ' | '\n')[] {
  const { api } = engine;
  const isHidden = hiddenObjects(engine, text);
  const box = engine.allocate(16);
  const letters: (Letter | ' ' | '\n')[] = [];
  const count = api.FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const code = api.FPDFText_GetUnicode(text, index);
    if (code === carriageReturn || isNoCharacter(code)) continue;
    const character = code === brokenWord ? '-' : String.fromCodePoint(code);
    if (code === lineFeed) letters.push('\n');
    else if (character.trim() === '') letters.push(' ');
    else if (api.FPDFText_GetLooseCharBox(text, index, box)) {
      const place = readBox(engine, box, toPage);
      const order = orderOf(api.FPDFText_GetTextObject(text, index));
      const cover = covers.find((image) => image.order > order && containsMiddle(image.box, place));
      const hidden = cover !== undefined || isHidden(index);
      letters.push({ text: character, box: place, hidden, order, coveredBy: cover?.order ?? null });
      if (code === brokenWord) letters.push('\n');
    }
  }
  engine.free(box);
  return letters;
}

/** Codes without a character, which XML does not allow: other controls, noncharacters, and values beyond Unicode. */
function isNoCharacter(code: number): boolean {
  const control = code < 0x20 && ![brokenWord, 0x09, lineFeed, 0x0c].includes(code);
  return control || code === 0xfffe || code === 0xffff || code > 0x10ffff;
}

/** Whether the letter at an index belongs to an invisible text object; the mode of each object is read once. */
function hiddenObjects({ api }: PdfiumEngine, text: number): (index: number) => boolean {
  const modes = new Map<number, boolean>();
  return (index) => {
    const object = api.FPDFText_GetTextObject(text, index);
    if (object === 0) return false;
    const known = modes.get(object);
    if (known !== undefined) return known;
    const hidden = api.FPDFTextObj_GetTextRenderMode(object) === invisibleMode;
    modes.set(object, hidden);
    return hidden;
  };
}

/** An FS_RECTF in user space: left, top, right, bottom. Its height is that of the font, so that blank glyphs have one too. */
function readBox({ runtime }: PdfiumEngine, pointer: number, toPage: Matrix): PixelBox {
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => runtime.getValue(pointer + offset, 'float'));
  return boxAround([transformPoint(toPage, left ?? 0, bottom ?? 0), transformPoint(toPage, right ?? 0, top ?? 0)]);
}

function gatherLines(letters: readonly (Letter | ' ' | '\n')[]): readonly ScanLine[] {
  const lines: ScanLine[] = [];
  let words: RasterWord[] = [];
  let word: Letter[] = [];
  let hidden = true;
  const endWord = () => {
    if (word.length > 0) words.push(joinLetters(word));
    word = [];
  };
  const endLine = () => {
    endWord();
    const [first, last] = [words[0], words.at(-1)];
    if (first !== undefined && last !== undefined) {
      const y = Math.max(first.box.y1, last.box.y1);
      lines.push({
        words,
        hidden,
        direction: first.box.x0 > last.box.x0 ? 'rtl' : 'ltr',
        baseline: { x0: first.box.x0, y0: y, x1: last.box.x1, y1: y },
        heightPx: Math.max(...words.map(({ box }) => box.y1 - box.y0)),
        paragraph: lines.length,
      });
    }
    words = [];
    hidden = true;
  };
  for (const letter of letters) {
    if (letter === '\n') endLine();
    else if (letter === ' ') endWord();
    else {
      // On a page rotated by 90 or 270 degrees, PDFium reports no line ends.
      const previous = words.at(-1);
      if (word.length === 0 && previous !== undefined && isOnNewLine(previous.box, letter.box)) endLine();
      word.push(letter);
      hidden = hidden && letter.hidden;
    }
  }
  endLine();
  return lines;
}

/** Whether a letter is neither beside the last word nor above or below it. */
function isOnNewLine(first: PixelBox, second: PixelBox): boolean {
  const beside = first.y0 < second.y1 && second.y0 < first.y1;
  const above = first.x0 < second.x1 && second.x0 < first.x1;
  return !beside && !above;
}

function joinLetters(letters: readonly Letter[]): RasterWord {
  return {
    // Letters beyond the basic multilingual plane come as two surrogates, one of which may be missing.
    text: letters
      .map(({ text }) => text)
      .join('')
      .toWellFormed(),
    box: uniteBoxes(letters.map(({ box }) => box)),
    confidence: 1,
  };
}
