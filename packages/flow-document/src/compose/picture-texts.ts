import { boxHeight, boxWidth } from '@platen/pdf-kit/geometry';
import type { Box } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { FigureItem, Fragment } from '../analysis/types.ts';
import { turnedTextBox } from '../marks/turned-text-box.ts';
import type { PictureLayers, PictureText, TextBoxInline, TextRun } from '../model/blocks.ts';

/** Room at both ends of a line, as a share of its length and in points: another font may run wider. */
const slack = { share: 0.1, pt: 4 };
/** The line of most fonts is this much taller than its size, its middle this far above the baseline, in em. */
const lineEm = { height: 1.3, middle: 0.34 };
/** Fewer texts, and fewer letters in them, are a logo or an ornament: a name, and perhaps what it stands for. */
const least = { texts: 5, letters: 20 };
/** More texts than this are a map that nobody edits box by box: LibreOffice takes a second to open each hundred. Charts have up to 62, a poster of charts 122. */
const maxTexts = 300;
/** Signs that mark points of a chart: part of the drawing. */
const markerPattern = /^[\p{So}\p{Co}\u2022\u25a0-\u25ff*×+]+$/u;

/** The texts of a figure, and the boxes of those that are to be left out of its drawing. */
export interface PictureTexts extends Omit<PictureLayers, 'bytes'> {
  readonly apart: readonly Box[];
}

/**
 * The level and upright texts of a figure at their places in it; null where they are better left in the drawing. LibreOffice
 * turns no text in a group of drawings: what is upright is apart.
 */
export function pictureTexts({ box, texts }: FigureItem, runStyles: RunStyles): PictureTexts | null {
  const shown = texts.filter((fragment) => isStraight(fragment) && isShown(fragment) && !isMarker(fragment));
  const isLogo = shown.length < least.texts && letterCount(shown) < least.letters;
  if (isLogo || shown.length === 0 || shown.length > maxTexts) return null;
  const level = shown.filter(({ line }) => line.angle === 0);
  const upright = shown.filter(({ line }) => line.angle !== 0);
  return {
    texts: level.map((fragment) => ({ ...placeIn(box, fragment), runs: runsOf(fragment, runStyles) })),
    upright: upright.map((fragment) => uprightIn(box, fragment, runStyles)),
    apart: shown.map((fragment) => fragment.box),
  };
}

function letterCount(texts: readonly Fragment[]): number {
  return texts.reduce((total, { words }) => total + textOf(words).replace(/[^\p{L}\p{N}]/gu, '').length, 0);
}

function isStraight({ line: { angle } }: Fragment): boolean {
  return angle === 0 || angle === 90 || angle === 270;
}

function uprightIn(picture: Box, { line, words, box }: Fragment, runStyles: RunStyles): TextBoxInline {
  const text = turnedTextBox({ angle: line.angle, box, lines: [{ ...line, words, box }] }, runStyles);
  return { ...text, xPt: text.xPt - picture.x0, yPt: text.yPt - picture.y0, inFront: true };
}

/** Inside the picture: LibreOffice makes a group with a part that reaches out of it smaller. */
function placeIn(picture: Box, { box, baseline, style }: Fragment): Omit<PictureText, 'runs'> {
  const reachPt = slack.share * boxWidth(box) + slack.pt;
  const middleY = baseline - lineEm.middle * style.sizePt;
  const halfPt = (lineEm.height * style.sizePt) / 2;
  const [left, right] = [box.x0 - reachPt, box.x1 + reachPt];
  const place = {
    x0: left < picture.x0 ? Math.max(picture.x0, box.x0) : left,
    x1: right > picture.x1 ? Math.min(picture.x1, box.x1) : right,
    y0: Math.max(picture.y0, middleY - halfPt),
    y1: Math.min(picture.y1, middleY + halfPt),
  };
  return {
    xPt: place.x0 - picture.x0,
    yPt: place.y0 - picture.y0,
    widthPt: boxWidth(place),
    heightPt: boxHeight(place),
    alignment: left < picture.x0 ? 'left' : right > picture.x1 ? 'right' : 'center',
  };
}

function isMarker({ words }: Fragment): boolean {
  return words.every(({ text }) => markerPattern.test(text));
}

function isShown({ words }: Fragment): boolean {
  return words.some(({ glyphs }) => glyphs.some(({ hidden }) => !hidden));
}

function runsOf({ words, line }: Fragment, runStyles: RunStyles): readonly TextRun[] {
  return words.map((word, index) => {
    const space = word.spaceAfter && index < words.length - 1 ? ' ' : '';
    return { kind: 'text', text: word.text + space, style: runStyles.styleOfWord(word, word.style, line.style) };
  });
}
