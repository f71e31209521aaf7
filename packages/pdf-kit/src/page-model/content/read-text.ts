import { dingbatSymbol } from '../fonts/dingbat-symbol.ts';
import { euroSymbol } from '../fonts/euro-symbol.ts';
import { textByName } from '../fonts/glyph-names.ts';
import { iconText, textOfIcon } from '../fonts/icon-fonts.ts';
import type { LoadedFont } from '../fonts/read-font.ts';
import { wordPerfectSymbol } from '../fonts/wordperfect-symbols.ts';
import { chainMatrices, type Matrix, transformBox, transformPoint, unshearedAt } from '../matrix.ts';
import { isSpace, noBreakSpace, normalizeGlyphText } from '../text/normalize-text.ts';
import type { TextStyle } from '../types.ts';
import type { GraphicsState } from './graphics-state.ts';
import type { Ground } from './ground-color.ts';
import type { DrawnGlyph } from './page-content.ts';
import { type TextPaint, textPaint } from './text-paint.ts';

/** A glyph of a `showText` of pdf.js; a number in its place moves the pen by thousandths of an em. */
interface ShownGlyph {
  readonly unicode?: string;
  /** What the glyph is drawn by. */
  readonly fontChar?: string;
  readonly originalCharCode?: number;
  readonly width?: number;
  readonly isSpace?: boolean;
  readonly vmetric?: ArrayLike<number> | null;
}

/** What a glyph is inside of. */
export interface TextSurroundings {
  readonly mcid: number | null;
  readonly artifact: boolean;
  readonly insideForm: boolean;
  /** Inside an optional-content group that is switched off. */
  readonly invisible: boolean;
  /** Which text of the page it is, counted in drawing order. */
  readonly run: number;
  /** What is painted before it. */
  readonly grounds: readonly Ground[];
}

/** Interns styles, so that glyphs of the same look share one object. */
export type StyleOf = (loaded: LoadedFont, sizePt: number, paint: TextPaint) => TextStyle;

export function createStyleTable(): StyleOf {
  const styles = new Map<string, TextStyle>();
  const fontIds = new Map<unknown, number>();
  return ({ font }, sizePt, { color, bold, italic }) => {
    const rounded = Math.round(sizePt * 100) / 100;
    const fontId = fontIds.get(font) ?? fontIds.size;
    fontIds.set(font, fontId);
    const key = `${fontId} ${rounded} ${color} ${bold} ${italic}`;
    const known = styles.get(key);
    if (known !== undefined) return known;
    const isAsDrawn = (font.bold || !bold) && (font.italic || !italic);
    const face = isAsDrawn ? font : { ...font, bold: font.bold || bold, italic: font.italic || italic };
    const style = { font: face, sizePt: rounded, color };
    styles.set(key, style);
    return style;
  };
}

/**
 * The glyphs of one text-showing operator, and the pen moved past them (ISO 32000-2, 9.4.4). Spaces move the pen
 * and are kept as glyphs: they are evidence for where words end. A control character is a glyph without text, or a space
 * where it draws nothing.
 */
export function readShownText(
  state: GraphicsState,
  loaded: LoadedFont,
  shown: readonly (ShownGlyph | number | null)[],
  surroundings: TextSurroundings,
  styleOf: StyleOf,
): DrawnGlyph[] {
  const { font } = loaded;
  const scaleX = state.horizontalScale * state.fontDirection;
  const toPage = chainMatrices(state.textMatrix, state.matrix);
  const direction = directionOf(toPage, state, font.vertical);
  const sizePt = state.fontSize * Math.hypot(toPage[2], toPage[3]) * loaded.sizeFactor;
  const paint = textPaint(state, toPage, sizePt, surroundings.grounds);
  const style = styleOf(loaded, sizePt, paint);
  const hidden = state.renderMode === 3 || state.renderMode === 7 || surroundings.invisible || state.fillAlpha === 0;
  const glyphs: DrawnGlyph[] = [];
  let pen = 0;
  for (const item of shown) {
    if (item === null) continue;
    if (typeof item === 'number') {
      pen += ((font.vertical ? 1 : -1) * item * state.fontSize) / 1000;
      continue;
    }
    const spacing = (item.isSpace === true ? state.wordSpacing : 0) + state.charSpacing;
    const width = glyphAdvance(item, state.fontSize, loaded);
    const text = glyphText(item, loaded);
    if ((text !== '' || isControl(item)) && (surroundings.invisible === false || !isSpace(text))) {
      const { outline, bottomEm } = loaded.drawingOf(item.fontChar ?? '');
      const riseEm = riseOf(text, bottomEm);
      const placed = riseEm === 0 ? state : raised(state, riseEm);
      const place = font.vertical
        ? verticalPlace(toPage, state, pen, width, item, loaded)
        : levelPlace(toPage, placed, pen * scaleX, width * scaleX, font.ascent, font.descent, loaded.sizeFactor);
      const drawn = {
        text,
        style: riseEm === 0 ? style : styleOf(loaded, superiorShare * sizePt, paint),
        risePt: 0,
        ...direction,
        hidden,
        outline,
        ...codeOf(item),
        ...marks(surroundings),
      };
      const description = text === iconText ? nameOfIcon(item, loaded) : null;
      glyphs.push({ ...place, ...drawn, ...(description === null ? {} : { description }) });
    }
    pen += font.vertical ? width - spacing * state.fontDirection : width + spacing * state.fontDirection;
  }
  if (font.vertical) state.y -= pen;
  else state.x += pen * scaleX;
  return glyphs;
}

/**
 * How far small raised figures and letters of a font begin above the baseline, in em, and how large they are: usual ones
 * begin on it or below. They are mapped to what they show; Typst sets the marks of notes in them.
 */
const leastRiseEm = 0.2;
const superiorShare = 0.62;

/** How far a letter or figure is raised by its font, in em; 0 for one on the baseline. */
function riseOf(text: string, bottomEm: number | null): number {
  const isRaised = bottomEm !== null && bottomEm >= leastRiseEm && bottomEm < 1 && /^[\p{Nd}\p{Lu}\p{Ll}]$/u.test(text);
  return isRaised ? bottomEm : 0;
}

/** The state in which the same character would be drawn there by the usual glyph. */
function raised(state: GraphicsState, riseEm: number): GraphicsState {
  const rise = state.rise + riseEm * state.fontSize * state.fontDirection;
  return { ...state, rise, fontSize: superiorShare * state.fontSize };
}

function marks({ mcid, artifact, insideForm, run }: TextSurroundings) {
  return { mcid, artifact, insideForm, run };
}

function isControl({ unicode = '' }: ShownGlyph): boolean {
  return /^\p{Cc}$/u.test(unicode);
}

function codeOf({ unicode = '', originalCharCode: code = -1 }: ShownGlyph) {
  return { code, isCode: code >= 0 && code <= 0xffff && unicode === String.fromCharCode(code) };
}

function glyphText(glyph: ShownGlyph, font: LoadedFont): string {
  const { unicode = '', originalCharCode: code = -1, isSpace: space } = glyph;
  if (space === true && unicode.trim() === '') return ' ';
  if (unicode === noBreakSpace) return unicode;
  const { name, symbolic } = font.font;
  if (font.drawsIcons)
    return font.drawingOf(glyph.fontChar ?? '').blank ? ' ' : textOfIcon(name, font.glyphName(code), unicode);
  const { isCode } = codeOf({ unicode, originalCharCode: code });
  const dingbat = symbolic && isCode ? dingbatSymbol(name, code) : null;
  const ordered = isCode ? (font.glyphOrder?.(code) ?? null) : null;
  if (ordered !== null) return isSpace(ordered) ? ' ' : normalizeGlyphText(ordered);
  const symbol = wordPerfectSymbol(name, code) ?? euroSymbol(name, code) ?? dingbat;
  if (symbol !== null) return symbol;
  if (isSpace(unicode)) return ' ';
  const text = normalizeGlyphText(textByName(unicode, font.glyphName(code), isCode));
  const saysNothing = (text === '' && isControl(glyph)) || isPrivateUse.test(text);
  return saysNothing && font.drawingOf(glyph.fontChar ?? '').blank ? ' ' : text;
}

/** Fonts map alternate glyphs, spaces among them, to codes that Unicode leaves to them. */
const isPrivateUse = /^\p{Co}$/u;

/** What the font calls an icon: `map-marker`. */
function nameOfIcon({ originalCharCode: code = -1 }: ShownGlyph, { glyphName }: LoadedFont): string | null {
  const name = glyphName(code) ?? '';
  return /^[a-z]{3,}(-[a-z]+)*$/.test(name) ? name.replaceAll('-', ' ') : null;
}

function glyphAdvance({ width = 0, vmetric }: ShownGlyph, fontSize: number, loaded: LoadedFont): number {
  if (loaded.font.vertical) return -(vmetric?.[0] ?? -1000) * fontSize * loaded.unitsPerGlyphUnit;
  return width * fontSize * loaded.unitsPerGlyphUnit;
}

function directionOf(toPage: Matrix, state: GraphicsState, vertical: boolean): { readonly angle: number } {
  const sign = state.fontDirection * (state.horizontalScale < 0 ? -1 : 1);
  const [dx, dy] = vertical ? [-toPage[2], -toPage[3]] : [toPage[0] * sign, toPage[1] * sign];
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const snapped = Math.abs(degrees - Math.round(degrees / 90) * 90) < 2 ? Math.round(degrees / 90) * 90 : degrees;
  return { angle: ((Math.round(snapped) % 360) + 360) % 360 };
}

function levelPlace(
  toPage: Matrix,
  state: GraphicsState,
  dx: number,
  advance: number,
  ascent: number,
  descent: number,
  sizeFactor: number,
) {
  const x = state.x + dx;
  const y = state.y + state.rise;
  const em = state.fontSize * sizeFactor * state.fontDirection;
  // The top of a slanted letter is not counted: it would make the letter wider, and lie on the next one.
  const upright = unshearedAt(toPage, y);
  return {
    box: transformBox(upright, x, y + descent * em, x + advance, y + ascent * em),
    origin: transformPoint(toPage, x, y),
    advancePt: Math.abs(advance) * Math.hypot(toPage[0], toPage[1]),
  };
}

/** Vertical writing: the pen goes down, and the glyph is half its width to either side of it. */
function verticalPlace(
  toPage: Matrix,
  state: GraphicsState,
  pen: number,
  advance: number,
  { width = 1000, vmetric }: ShownGlyph,
  loaded: LoadedFont,
) {
  const unit = state.fontSize * loaded.unitsPerGlyphUnit;
  const x = state.x - (vmetric?.[1] ?? width / 2) * unit;
  const y = state.y - pen;
  return {
    box: transformBox(toPage, x, y - advance, x + width * unit, y),
    origin: transformPoint(toPage, state.x, y),
    advancePt: Math.abs(advance) * Math.hypot(toPage[2], toPage[3]),
  };
}
