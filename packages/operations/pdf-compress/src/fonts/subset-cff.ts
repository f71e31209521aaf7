import { readSfnt, viewOf, writeSfnt } from '@platen/pdf-kit/fonts';
import type { FontSubsetter } from './harfbuzz-subset.ts';

export interface CffSubsetRequest {
  readonly glyphCount: number;
  readonly glyphs: Iterable<number>;
  readonly retainGlyphIds: boolean;
  readonly dropHints: boolean;
}

/** Subsets a bare CFF font, wrapped in a minimal OpenType font that HarfBuzz can read. */
export function subsetCff(cff: Uint8Array, request: CffSubsetRequest, subset: FontSubsetter): Uint8Array | null {
  const font = subset(wrapCff(cff, request.glyphCount), request);
  return font === null ? null : (readSfnt(font)?.get('CFF ') ?? null);
}

/** The tables that HarfBuzz requires, with metrics that are not used. */
export function wrapCff(cff: Uint8Array, glyphCount: number): Uint8Array {
  const head = new Uint8Array(54);
  viewOf(head).setUint32(0, 0x00010000);
  viewOf(head).setUint32(12, 0x5f0f3cf5);
  viewOf(head).setUint16(18, 1000);
  const hhea = new Uint8Array(36);
  viewOf(hhea).setUint32(0, 0x00010000);
  viewOf(hhea).setUint16(34, 1);
  const maxp = new Uint8Array(6);
  viewOf(maxp).setUint32(0, 0x00005000);
  viewOf(maxp).setUint16(4, glyphCount);
  const hmtx = new Uint8Array(2 + 2 * glyphCount);
  return writeSfnt(
    new Map([
      ['CFF ', cff],
      ['head', head],
      ['hhea', hhea],
      ['hmtx', hmtx],
      ['maxp', maxp],
    ]),
  );
}
