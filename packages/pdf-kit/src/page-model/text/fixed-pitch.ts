import { boxWidth } from '../box.ts';
import type { RecognizedLine, RecognizedWord } from './recognized-line.ts';

/**
 * Tolerance for the width per letter of words in fixed-pitch type, as a share of it. Nine of ten words are within it in
 * such type (typewriters, Courier; scanned at 200 to 300 dpi), four of ten in other type, and at most 56 %, measured on
 * scans of 19 pages.
 */
const samePitch = 0.05;
const leastShare = 0.75;
const leastWords = 15;
const leastLetters = 4;
/** The side bearings of a word together, as a share of one cell. */
const bearing = 0.2;
/** The pitch of Courier, which replaces the type: its size is chosen so that lines keep their length. */
const pitchEm = 0.6;
/** A line deviating from the pitch of the page by this share is in other type, such as a heading. */
const offPitch = 0.12;

/** Recognised lines with their words as wide as their cells where the page is typewritten, and which of them are. */
export interface PitchedLine extends RecognizedLine {
  readonly fixedPitch: boolean;
}

/**
 * Finds the pitch of a typewritten page, and gives its words their advance widths, like words of a font. The ink of a
 * dash is half as wide as its cell, so the space around it would look like a gap between two columns.
 */
export function settlePitch(lines: readonly RecognizedLine[]): readonly PitchedLine[] {
  const pitch = pitchOf(lines);
  return lines.map((line) => {
    if (pitch === null || !isOnPitch(line, pitch)) return { ...line, fixedPitch: false };
    return {
      ...line,
      fixedPitch: true,
      sizePt: pitch / pitchEm,
      words: line.words.map((word) => fillCells(word, pitch)),
    };
  });
}

/** The width of every letter, in points; null if they differ. */
function pitchOf(lines: readonly RecognizedLine[]): number | null {
  const widths = lines.flatMap((line) => (isLevel(line) ? line.words.flatMap(letterWidth) : [])).sort((a, b) => a - b);
  if (widths.length < leastWords) return null;
  let [most, pitch, start] = [0, 0, 0];
  widths.forEach((width, end) => {
    while ((widths[start] ?? width) < width * (1 - 2 * samePitch)) start += 1;
    if (end - start + 1 <= most) return;
    most = end - start + 1;
    pitch = widths[(start + end) >> 1] ?? width;
  });
  return most >= leastShare * widths.length ? pitch : null;
}

/** Whether the words of letters of a line are on the pitch or, if it has none, all its words fit into their cells. */
function isOnPitch(line: RecognizedLine, pitch: number): boolean {
  if (!isLevel(line)) return false;
  const widths = line.words.flatMap(letterWidth);
  const own = widths.filter((width) => Math.abs(width - pitch) <= offPitch * pitch).length;
  return widths.length > 0 ? own * 2 >= widths.length : line.words.every((word) => hasRoom(word, pitch));
}

function hasRoom({ text, box }: RecognizedWord, pitch: number): boolean {
  return boxWidth(box) <= ([...text].length + offPitch) * pitch;
}

/** The width per letter of a word; empty if it has digits, which have equal widths in most type. */
function letterWidth({ text, box }: RecognizedWord): readonly number[] {
  const { length } = [...text];
  return length >= leastLetters && /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u.test(text)
    ? [boxWidth(box) / (length - bearing)]
    : [];
}

function fillCells(word: RecognizedWord, pitch: number): RecognizedWord {
  if (!hasRoom(word, pitch)) return word;
  const middle = (word.box.x0 + word.box.x1) / 2;
  const half = ([...word.text].length * pitch) / 2;
  return { ...word, box: { ...word.box, x0: middle - half, x1: middle + half } };
}

function isLevel({ angle = 0 }: RecognizedLine): boolean {
  return angle === 0;
}
