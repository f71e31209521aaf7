import type { Word } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { Fragment } from '../types.ts';
import { isSquareCharacter } from './east-asian.ts';

/** Fewer letters side by side show no habit. */
const minGaps = 5;
/**
 * Letters set apart on purpose are at least so far apart, in em: word processors offer 1 pt (0.08 em at 12 pt) first, and
 * what typesetters add to fill a justified line stays below 0.03.
 */
const leastEm = 0.05;
/** Letters set apart on purpose are equally far apart, but for kerning and the rounding of widths, in em. */
const evenEm = 0.03;
/** This share of the gaps is. */
const evenShare = 0.8;

/** How much further apart the letters of a line stand than their font sets them, in points; 0 where they do not. */
export function trackingOf({ words, style, direction }: Fragment): number {
  if (direction === 'rtl') return 0;
  const gaps = words.flatMap(gapsInside);
  if (gaps.length < minGaps) return 0;
  const usual = median(gaps);
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= evenEm * style.sizePt);
  return usual >= leastEm * style.sizePt && even.length >= evenShare * gaps.length ? Math.round(usual * 4) / 4 : 0;
}

/**
 * The gaps between the letters of a word, in points. Letters that fill a square do not count, as justified lines part
 * them, nor do the dots of a leader, which are always apart.
 */
function gapsInside({ glyphs, text }: Word): readonly number[] {
  if (/^[.…⋯‥·]+$/u.test(text)) return [];
  return glyphs.slice(1).flatMap((glyph, index) => {
    const before = glyphs[index];
    return before === undefined || isSquareCharacter(glyph.text) ? [] : [glyph.box.x0 - before.box.x1];
  });
}
