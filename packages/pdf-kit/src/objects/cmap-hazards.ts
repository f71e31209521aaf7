import { limitExceeded, structureLimits } from '@platen/core';
import { PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { decodeStream } from './decode-stream.ts';
import type { InflateBudget } from './inflate-budget.ts';
import type { OpenedPdf } from './open-pdf.ts';

const { maxCMapBytes, maxCodeSpaces } = structureLimits;

/** Where fonts have CMaps. */
const cmapKeys = [PDFName.of('ToUnicode'), PDFName.of('Encoding')];

const codeSpacePattern = /begincodespacerange(.*?)(?:endcodespacerange|$)/gs;

/** Ranges of texts, of glyph numbers, and of codes without a glyph. */
const blockPattern = /begin(bf|cid|notdef)range(.*?)(?:end\1range|$)/gs;

/** The first and last code of a range, and what the first one stands for: text, or the number of a glyph. */
const rangePattern = /<([\da-f\s]{1,16})>\s*<([\da-f\s]{1,16})>\s*(?:<([^>]*)>|\d+)/gi;

/**
 * Counts the ranges of code lengths of CMaps, and what their other ranges stand for, in each font that has them: engines write down the text of every code, and one
 * range of 65 536 codes with a long text takes hours. Rejects with `structure_limit`.
 */
export function checkCMaps({ context, fileName }: OpenedPdf, budget: InflateBudget): void {
  const known = new Map<PDFStream, number>();
  let actual = 0;
  const stoodFor = (cmap: PDFStream) => {
    const text = Buffer.from(decodeStream(cmap, budget) ?? []).toString('latin1');
    checkCodeSpaces(text, fileName);
    return rangeBytes(text);
  };
  for (const [, font] of context.enumerateIndirectObjects()) {
    if (!(font instanceof PDFDict)) continue;
    for (const key of cmapKeys) {
      const cmap = font.has(key) ? font.lookup(key) : undefined;
      if (!(cmap instanceof PDFStream)) continue;
      const bytes = known.get(cmap) ?? stoodFor(cmap);
      known.set(cmap, bytes);
      actual += bytes;
    }
    if (actual <= maxCMapBytes) continue;
    const details = { limit: 'maxCMapBytes', allowed: maxCMapBytes, actual, fileName } as const;
    throw limitExceeded(
      'structure_limit',
      'The fonts of the file map characters to more text than any font needs',
      details,
    );
  }
}

function checkCodeSpaces(cmap: string, fileName: string | undefined): void {
  let codes = 0;
  for (const [, block = ''] of cmap.matchAll(codeSpacePattern)) codes += block.split('<').length - 1;
  const actual = Math.ceil(codes / 2);
  if (actual <= maxCodeSpaces) return;
  const details = { limit: 'maxCodeSpaces', allowed: maxCodeSpaces, actual, fileName } as const;
  throw limitExceeded('structure_limit', 'A font of the file has more ranges of code lengths than any needs', details);
}

/** The bytes that the codes of all ranges stand for; the number of a glyph counts as one. */
function rangeBytes(cmap: string): number {
  let bytes = 0;
  for (const [, , block = ''] of cmap.matchAll(blockPattern)) {
    for (const [, first = '', last = '', text] of block.matchAll(rangePattern)) {
      const codes = Math.max(0, codeOf(last) - codeOf(first) + 1);
      bytes += codes * (text === undefined ? 1 : text.length / 2);
    }
  }
  return bytes;
}

/** Hexadecimal digits may have spaces between them. */
function codeOf(digits: string): number {
  return Number.parseInt(digits.replaceAll(/\s/g, ''), 16) || 0;
}
