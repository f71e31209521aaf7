import { isUtf8 } from 'node:buffer';
import { PDFArray, PDFDict, PDFName } from 'pdf-lib';
import { asDict, dictEntry } from '../objects/typed-entries.ts';
import type { Problems } from './problems.ts';

/** Entries whose value is a name that people read: of fonts, and of elements of the structure. */
const readKeys = ['BaseFont', 'FontName', 'S'].map((key) => PDFName.of(key));

/**
 * Makes names of fonts and of structure types UTF-8 (ISO 19005-2, 6.1.8). The same bytes always get the same name, so that
 * elements still find their roles. Names of glyphs and resources are left alone: font programs and content have them, too.
 */
export function conformNames(dict: PDFDict): void {
  for (const key of readKeys) {
    const name = dict.get(key);
    if (name instanceof PDFName) dict.set(key, utf8Name(name));
  }
  const roles = dictEntry(dict, 'RoleMap');
  for (const [key, role] of roles?.entries() ?? []) {
    roles?.delete(key);
    roles?.set(utf8Name(key), role instanceof PDFName ? utf8Name(role) : role);
  }
}

/** Makes the colorants of a Separation or DeviceN space UTF-8: the alternate space says what they look like. */
export function conformColorants(space: PDFArray): void {
  const names = space.lookup(1);
  if (names instanceof PDFName) space.set(1, utf8Name(names));
  else if (names instanceof PDFArray) {
    for (const [index, name] of names.asArray().entries())
      if (name instanceof PDFName) names.set(index, utf8Name(name));
  }
  const attributes = space.size() > 4 ? space.lookup(4) : undefined;
  const colorants = attributes instanceof PDFDict ? dictEntry(attributes, 'Colorants') : null;
  for (const [key, colorant] of colorants?.entries() ?? []) {
    colorants?.delete(key);
    colorants?.set(utf8Name(key), colorant);
  }
}

/** Names of resources that are not UTF-8 are a problem: content draws by them. */
export function checkResourceNames(resources: PDFDict, where: string, problems: Problems): void {
  for (const key of resources.keys()) {
    const names = asDict(resources.lookup(key))?.keys() ?? [];
    if (names.some((name) => !isUtf8(name.asBytes()))) problems.add(where, 'a name of resources that is not UTF-8');
  }
}

/**
 * The name itself, or else one with the bytes that are no ASCII in hexadecimal. Names with letters of Latin-1 in UTF-8 are
 * among these, though they conform: veraPDF takes those letters for bytes.
 */
function utf8Name(name: PDFName): PDFName {
  const bytes = Buffer.from(name.asBytes());
  if (isUtf8(bytes) && !/[\x80-\xff]/.test(bytes.toString('utf8'))) return name;
  const text = bytes
    .toString('latin1')
    .replace(/[#\x80-\xff]/g, (byte) => `x${Buffer.from(byte, 'latin1').toString('hex')}`);
  return PDFName.of(text);
}
