import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dependencyFolder } from '../dependency-folder.ts';
import { dingbatEncoding, type SimpleEncoding, symbolEncoding } from '../fonts/standard-encodings.ts';

/** A font that is shipped with Platen: of the same widths as a standard font. */
export interface StandardFont {
  readonly kind: 'truetype' | 'cff';
  readonly bytes: Uint8Array;
  /** Of symbols: the encoding that is built in. */
  readonly encoding: SimpleEncoding | null;
}

/** What may follow the name of a family, and says how it is set. */
const styles = '(?:bold|italic|oblique|ital|regular|normal|roman|mt|ps)*';
const families: readonly (readonly [pattern: RegExp, family: 'sans' | 'serif' | 'fixed'])[] = [
  [new RegExp(`^(?:helvetica|helv|arial|liberationsans|nimbussans)${styles}$`), 'sans'],
  [new RegExp(`^(?:times|timesnewroman|tiro|liberationserif)${styles}$`), 'serif'],
  [new RegExp(`^(?:courier|couriernew|cour|liberationmono)${styles}$`), 'fixed'],
];

const files = {
  sans: [
    'LiberationSans-Regular.ttf',
    'LiberationSans-Bold.ttf',
    'LiberationSans-Italic.ttf',
    'LiberationSans-BoldItalic.ttf',
  ],
  serif: ['FoxitSerif.pfb', 'FoxitSerifBold.pfb', 'FoxitSerifItalic.pfb', 'FoxitSerifBoldItalic.pfb'],
  fixed: ['FoxitFixed.pfb', 'FoxitFixedBold.pfb', 'FoxitFixedItalic.pfb', 'FoxitFixedBoldItalic.pfb'],
} as const;

/** The file for a font of this name; null for a font that has no twin of the same widths. */
export function standardFontFile(name: string): string | null {
  const plain = name
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(/[\s_,-]/g, '');
  if (/^symbol(mt)?$/.test(plain)) return symbolFile;
  if (/^(zapfdingbats|zadb)$/.test(plain)) return dingbatFile;
  const family = families.find(([pattern]) => pattern.test(plain))?.[1];
  if (family === undefined) return null;
  const index = (plain.includes('bold') ? 1 : 0) + (/ital|oblique/.test(plain) ? 2 : 0);
  return files[family][index] ?? null;
}

const [symbolFile, dingbatFile] = ['FoxitSymbol.pfb', 'FoxitDingbats.pfb'];

/** Reads a font that `standardFontFile` names: Liberation (SIL Open Font License), or Foxit's of PDFium (BSD). */
export async function readStandardFont(file: string): Promise<StandardFont> {
  const bytes = await readFile(join(dependencyFolder('pdfjs-dist'), 'standard_fonts', file));
  return {
    kind: file.endsWith('.ttf') ? 'truetype' : 'cff',
    bytes,
    encoding: file === symbolFile ? symbolEncoding : file === dingbatFile ? dingbatEncoding : null,
  };
}
