import { createHash } from 'node:crypto';
import { appearanceRefs, serializeObject } from '@platen/pdf-kit/objects';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@platen/pdf-kit/pdf-lib';

/** Types of dictionaries that are values, so that equal ones can be shared. Pages, fields and layers have an identity. */
const mergeableTypes = new Set(
  ['Font', 'FontDescriptor', 'Encoding', 'ExtGState', 'CMap', 'Pattern'].map((name) => PDFName.of(name)),
);

/** Each round merges objects that have become equal by the one before: a font program, its descriptor, the font. */
const maxRounds = 6;

/**
 * Merges equal objects: streams, fonts and their parts, colour spaces. Appearance streams of annotations are not merged.
 */
export function mergeDuplicates(context: PDFContext): void {
  const appearances = appearanceRefs(context);
  const contentKeys = new Map<PDFRawStream, string>();
  for (let round = 0; round < maxRounds; round += 1) {
    const first = new Map<string, PDFRef>();
    const merged = new Map<PDFRef, PDFRef>();
    for (const [ref, object] of context.enumerateIndirectObjects()) {
      if (appearances.has(ref) || !isMergeable(object)) continue;
      const key = keyOf(object, contentKeys);
      const known = first.get(key);
      if (known === undefined) first.set(key, ref);
      else merged.set(ref, known);
    }
    if (merged.size === 0) return;
    for (const ref of merged.keys()) context.delete(ref);
    for (const [, object] of context.enumerateIndirectObjects()) replaceRefs(object, merged);
  }
}

function isMergeable(object: PDFObject): boolean {
  if (object instanceof PDFRawStream) return true;
  if (object instanceof PDFArray) return isPlainArray(object);
  const type = object instanceof PDFDict ? object.get(PDFName.Type) : undefined;
  return type instanceof PDFName && mergeableTypes.has(type);
}

/** Widths and colour spaces: arrays without dictionaries. */
function isPlainArray(array: PDFArray): boolean {
  const [head] = array.asArray();
  return (
    head instanceof PDFName || array.asArray().every((item) => !(item instanceof PDFRef) && !(item instanceof PDFDict))
  );
}

function keyOf(object: PDFObject, contentKeys: Map<PDFRawStream, string>): string {
  const textOf = (plain: PDFObject) => serializeObject(plain, { numberOf: (ref) => ref.objectNumber });
  if (!(object instanceof PDFRawStream)) return textOf(object);
  let content = contentKeys.get(object);
  if (content === undefined) {
    content = createHash('sha1').update(object.getContents()).digest('base64');
    contentKeys.set(object, content);
  }
  return `${content}${textOf(object.dict)}`;
}

function replaceRefs(object: PDFObject, merged: ReadonlyMap<PDFRef, PDFRef>): void {
  if (object instanceof PDFRawStream) replaceRefs(object.dict, merged);
  else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      const replacement = value instanceof PDFRef ? merged.get(value) : undefined;
      if (replacement !== undefined) object.set(key, replacement);
      else replaceRefs(value, merged);
    }
  } else if (object instanceof PDFArray) {
    for (let index = 0; index < object.size(); index += 1) {
      const value = object.get(index);
      const replacement = value instanceof PDFRef ? merged.get(value) : undefined;
      if (replacement !== undefined) object.set(index, replacement);
      else replaceRefs(value, merged);
    }
  }
}
