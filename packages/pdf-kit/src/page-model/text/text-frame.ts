import { boxHeight, boxWidth } from '../box.ts';
import type { DrawnGlyph } from '../content/page-content.ts';
import { isWordSpace } from './normalize-text.ts';

/**
 * A glyph in the frame of its own writing direction: `start`–`end` along the line, `baseline` across it, growing from
 * one line to the next. In this frame text of any angle is level text.
 */
export interface FramedGlyph {
  readonly glyph: DrawnGlyph;
  readonly start: number;
  readonly end: number;
  readonly baseline: number;
  readonly sizePt: number;
  readonly space: boolean;
}

export function frameGlyph(glyph: DrawnGlyph): FramedGlyph {
  const { origin, box, angle, advancePt, style } = glyph;
  const radians = (angle * Math.PI) / 180;
  const along = origin.x * Math.cos(radians) + origin.y * Math.sin(radians);
  const across = origin.y * Math.cos(radians) - origin.x * Math.sin(radians);
  // A glyph without a width of its own (a combining mark) still is somewhere.
  const extent = angle % 180 === 0 ? boxWidth(box) : angle % 90 === 0 ? boxHeight(box) : advancePt;
  return {
    glyph,
    start: along,
    end: along + extent,
    baseline: across + hangingEm(glyph) * style.sizePt,
    sizePt: Math.max(style.sizePt, 0.1),
    space: isWordSpace(glyph.text),
  };
}

/** Brackets as wide as an ideograph, whose left half is empty: a letter before one may reach into it. */
const wideOpening = /^[\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\uff08\uff3b\uff5b]$/;

/** Where on its line a glyph is, to be sorted by: its start, or that of its ink where that is far from it. */
export function placeOnLine({ glyph, start, end }: FramedGlyph): number {
  return wideOpening.test(glyph.text) ? (start + end) / 2 : start;
}

/** Fonts of TeX whose large signs hang from the place where the pen was, some 0.8 em above their line. */
const hangingFonts = /^(cmb?ex|lmex|mtex|(r?tx|px|ntx|newtx|newpx)ex|eu[ef]x|lmmathextension)/i;

function hangingEm({ style }: DrawnGlyph): number {
  return hangingFonts.test(style.font.name) ? 0.8 : 0;
}
