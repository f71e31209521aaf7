import type { FontFamily } from '../analysis/fonts/font-names.ts';
import type { FontEntry } from '../model/document-styles.ts';

/** What the font table of the document says of its families: which common one is shown where they are missing. */
export function fontEntries(families: ReadonlyMap<string, FontFamily>): readonly FontEntry[] {
  return [...families.values()].map(({ name, standIn }) => ({
    name,
    alternative: standIn === name ? null : standIn,
    family: classOf(standIn),
    fixedPitch: fixedPitch.test(standIn),
  }));
}

const fixedPitch = /courier|mono|consol/i;
const serif = /times|cambria|georgia|serif|garamond|century|bookman|palatino|book antiqua|mincho|simsun|batang/i;
const sansSerif = /arial|calibri|helvet|verdana|tahoma|sans|trebuchet|segoe/i;

function classOf(family: string): FontEntry['family'] {
  if (fixedPitch.test(family)) return 'monospace';
  // "Sans Serif" is no serif.
  if (sansSerif.test(family)) return 'sans-serif';
  return serif.test(family) ? 'serif' : 'unknown';
}
