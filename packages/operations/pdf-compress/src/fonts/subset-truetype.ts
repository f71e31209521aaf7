import { cutPostNames, readSfnt, type SfntTables, viewOf, writeSfnt } from '@platen/pdf-kit/fonts';
import type { FontSubsetter } from './harfbuzz-subset.ts';

export interface TrueTypeSubsetRequest {
  readonly glyphs: Iterable<number>;
  readonly dropHints: boolean;
  /** The tables by which the PDF looks up glyphs: `cmap`, `post`. */
  readonly lookupTables: readonly string[];
}

export const outlineTables: readonly string[] = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf'];
const hintTables = ['cvt ', 'fpgm', 'prep'];

/**
 * Fonts whose outlines are assembled by their instructions, and are unreadable without them. The list is FreeType's
 * (`tt_check_trickyness_family` in ttobjs.c).
 */
const trickyNames =
  /cpop|DFGirl-W6|DFGothic-EB|DFGyoSho|DFHei|DFHSGothic|DFHSMincho|DFKai|DFMing|DLC|HuaTian|Ming\(for|MingLi|MingMedium|PMingLi/i;

/** True for a font that needs its instructions to look right. */
export function needsInstructions(fontName: string): boolean {
  return trickyNames.test(fontName);
}

/**
 * Subsets a TrueType font, keeping glyph IDs. HarfBuzz would drop Macintosh `cmap` subtables, by which viewers look up glyphs
 * of simple fonts, so the `cmap` is kept unchanged, and the names of the remaining glyphs.
 */
export function subsetTrueType(
  tables: SfntTables,
  request: TrueTypeSubsetRequest,
  subset: FontSubsetter,
): Uint8Array | null {
  const wanted = [...outlineTables, ...(request.dropHints ? [] : hintTables)];
  const kept = new Map([...tables].filter(([tag]) => wanted.includes(tag)));
  if (outlineTables.some((tag) => !kept.has(tag))) return null;
  const font = subset(writeSfnt(kept), { ...request, retainGlyphIds: true });
  const result = font === null ? null : readSfnt(font);
  if (result === null || !result.has('glyf')) return null;
  const lookups = new Map([...tables].filter(([tag]) => request.lookupTables.includes(tag)));
  const [post, maxp] = [lookups.get('post'), result.get('maxp')];
  if (post !== undefined && maxp !== undefined) {
    lookups.set('post', cutPostNames(post, viewOf(maxp).getUint16(4), new Set(request.glyphs)));
  }
  return writeSfnt(new Map([...result, ...lookups]));
}
