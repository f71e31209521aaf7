import type { FontSubsetter } from './harfbuzz-subset.ts';
import { readSfnt, type SfntTables, viewOf, writeSfnt } from './sfnt.ts';
import { cutPostNames } from './truetype-names.ts';

export interface TrueTypeSubsetRequest {
  readonly glyphs: Iterable<number>;
  readonly dropHints: boolean;
  /** Tables beside the outlines and metrics that the PDF looks glyphs up in: `cmap`, `post`. */
  readonly lookupTables: readonly string[];
}

export const outlineTables: readonly string[] = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf'];
const hintTables = ['cvt ', 'fpgm', 'prep'];

/**
 * Fonts whose outlines are put together by their instructions: without them they are heaps of strokes. The list is
 * FreeType's (`tt_check_trickyness_family` in ttobjs.c).
 */
const trickyNames =
  /cpop|DFGirl-W6|DFGothic-EB|DFGyoSho|DFHei|DFHSGothic|DFHSMincho|DFKai|DFMing|DLC|HuaTian|Ming\(for|MingLi|MingMedium|PMingLi/i;

/** True for a font that needs its instructions to look right. */
export function needsInstructions(fontName: string): boolean {
  return trickyNames.test(fontName);
}

/**
 * Cuts a TrueType font down to some glyphs, each under its own number. HarfBuzz would drop Macintosh character maps,
 * by which viewers look up simple fonts: the maps are taken over untouched, and the names of the glyphs that are left.
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
