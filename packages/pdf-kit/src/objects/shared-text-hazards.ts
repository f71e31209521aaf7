import { limitExceeded, structureLimits } from '@platen/core';
import { type PDFArray, PDFDict, PDFHexString, type PDFObject, PDFRef, PDFString } from 'pdf-lib';
import { directContainers } from './direct-containers.ts';
import type { OpenedPdf } from './open-pdf.ts';

const { maxSharedText } = structureLimits;
/** Shorter strings are not counted: names, titles, the palettes of images. */
const longBytes = 1_000;
/** So much is granted for each byte of a file besides: the tags of a paragraph refer to the one with its text. */
const sharedBytesOfByte = 50;

/**
 * Counts the bytes of long strings for each reference to them, or to the object in which they are: three thousand outline
 * entries may have one title of a megabyte, and engines decode it for each. Rejects with `structure_limit`.
 */
export function checkSharedText({ context, sizeBytes, fileName }: OpenedPdf): void {
  const long = longTexts(context);
  if (long.size === 0) return;
  const allowed = maxSharedText + sizeBytes * sharedBytesOfByte;
  let actual = 0;
  for (const [, object] of context.enumerateIndirectObjects()) {
    for (const ref of refsIn(object)) actual += long.get(ref) ?? 0;
    if (actual <= allowed) continue;
    const details = { limit: 'maxSharedText', allowed, actual, fileName } as const;
    throw limitExceeded('structure_limit', 'Objects of the file share far more text than any document needs', details);
  }
}

/** The bytes of the long strings in each object that has any. */
function longTexts(context: OpenedPdf['context']): ReadonlyMap<PDFObject, number> {
  const long = new Map<PDFObject, number>();
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    const bytes = textBytesIn(object instanceof PDFRef ? context.lookup(object) : object);
    if (bytes > 0) long.set(ref, bytes);
  }
  return long;
}

function textBytesIn(object: PDFObject | undefined): number {
  if (object === undefined) return 0;
  let bytes = longBytesOf(object);
  for (const container of directContainers(object))
    for (const value of valuesOf(container)) bytes += longBytesOf(value);
  return bytes;
}

function* refsIn(object: PDFObject): Generator<PDFRef> {
  for (const container of directContainers(object))
    for (const value of valuesOf(container)) if (value instanceof PDFRef) yield value;
}

function valuesOf(container: PDFDict | PDFArray) {
  return container instanceof PDFDict ? container.values() : container.asArray();
}

function longBytesOf(object: PDFObject): number {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return 0;
  const bytes = object instanceof PDFString ? object.asString().length : object.asString().length / 2;
  return bytes < longBytes ? 0 : bytes;
}
