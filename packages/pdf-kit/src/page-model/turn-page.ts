import { mapBoxes } from './map-boxes.ts';
import type { Box, Glyph, Line, Page, Picture, Point, Rule, Word } from './types.ts';

/** A quarter turn of a page, clockwise by 90° or by 270°. */
export type QuarterTurn = 90 | 270;

/** Maps positions on a page to the turned page. */
interface Turn {
  readonly degrees: QuarterTurn;
  readonly widthPt: number;
  readonly heightPt: number;
}

/**
 * The page turned clockwise, as if it were read that way up: text that ran at `360 − degrees` is level then. Links, form
 * values and pictures are turned with it.
 */
export function turnPage(page: Page, degrees: QuarterTurn): Page {
  const turn: Turn = { degrees, widthPt: page.widthPt, heightPt: page.heightPt };
  const turned = mapBoxes(page, (box) => turnBox(box, turn));
  return {
    ...turned,
    widthPt: page.heightPt,
    heightPt: page.widthPt,
    turned: page.turned === 0 ? degrees : 0,
    lines: page.lines.map((line) => turnLine(line, turn)).sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0),
    rules: page.rules.map((rule) => turnRule(rule, turn)),
    pictures: turned.pictures.map((picture) => turnPicture(picture, degrees)),
  };
}

function turnPicture(picture: Picture, degrees: QuarterTurn): Picture {
  const { crop } = picture;
  const rotation = (picture.rotation + degrees) % 360;
  if (crop === undefined) return { ...picture, rotation };
  const { left, top, right, bottom } = crop;
  const turned =
    degrees === 90
      ? { left: bottom, top: left, right: top, bottom: right }
      : { left: top, top: right, right: bottom, bottom: left };
  return { ...picture, rotation, crop: turned };
}

/** A box of a turned page back on the page it was turned from. */
export function turnBoxBack(box: Box, degrees: QuarterTurn, page: Pick<Page, 'widthPt' | 'heightPt'>): Box {
  const back: QuarterTurn = degrees === 90 ? 270 : 90;
  return turnBox(box, { degrees: back, widthPt: page.heightPt, heightPt: page.widthPt });
}

function turnPoint({ x, y }: Point, { degrees, widthPt, heightPt }: Turn): Point {
  return degrees === 90 ? { x: heightPt - y, y: x } : { x: y, y: widthPt - x };
}

function turnBox(box: Box, turn: Turn): Box {
  const a = turnPoint({ x: box.x0, y: box.y0 }, turn);
  const b = turnPoint({ x: box.x1, y: box.y1 }, turn);
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) };
}

function turnRule(rule: Rule, turn: Turn): Rule {
  const orientation = rule.orientation === 'horizontal' ? 'vertical' : 'horizontal';
  return { ...rule, ...turnBox(rule, turn), orientation };
}

function turnLine(line: Line, turn: Turn): Line {
  const angle = (line.angle + turn.degrees) % 360;
  const level = line.angle % 180 === 0;
  const on = turnPoint(level ? { x: 0, y: line.baseline } : { x: line.baseline, y: 0 }, turn);
  return {
    ...line,
    box: turnBox(line.box, turn),
    words: line.words.map((word) => turnWord(word, turn)),
    baseline: level ? on.x : on.y,
    angle,
  };
}

function turnWord(word: Word, turn: Turn): Word {
  const glyphs = word.glyphs.map(
    (glyph): Glyph => ({ ...glyph, box: turnBox(glyph.box, turn), origin: turnPoint(glyph.origin, turn) }),
  );
  return { ...word, box: turnBox(word.box, turn), glyphs };
}
