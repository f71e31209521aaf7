import { hasStandardWidths } from '@platen/pdf-kit/fonts';
import { bareName } from './bare-name.ts';

/**
 * Families whose letters are as wide as those of a common one, by how the name begins once it is bare. The standard ones
 * of PDF keep their names: Windows and macOS know them, and Linux shows faces of equal widths, if with other line heights.
 */
const twins: readonly (readonly [RegExp, string])[] = [
  [/^(helvetica(?!neue)|phv)/, 'Arial'],
  [/^(times(?!newroman|ten)|ptm)/, 'Times New Roman'],
  [/^(courier(?!new|prime|std)|pcr)/, 'Courier New'],
  [/^(nimbussans|nimbussanl|arimo|liberationsans|texgyreheros)(?!narrow|cond)/, 'Arial'],
  [/^(liberationsansnarrow|nimbussansnarrow)/, 'Arial Narrow'],
  [/^carlito/, 'Calibri'],
  [/^caladea/, 'Cambria'],
  [/^(nimbusrom|tinos|liberationserif|texgyretermes|stix|newtx|ntx)/, 'Times New Roman'],
  [/^(nimbusmon|cousine|liberationmono|texgyrecursor)/, 'Courier New'],
];

/** The common family whose letters are as wide as those of a family or font of this name; null where there is none. */
export function findTwin(name: string): string | null {
  const bare = bareName(name);
  return twins.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/** The common family whose letters are as wide as those of a family; the family itself where there is none. */
export function twinOf(family: string): string {
  return findTwin(family) ?? family;
}

/** The face a reader likely shows a family in: the family itself or its twin where that is common, a Noto face elsewhere. */
export function standInOf(family: string): string {
  const known = standIns.get(family);
  if (known !== undefined) return known;
  const standIn = findStandIn(family);
  if (standIns.size >= maxStandIns) standIns.clear();
  standIns.set(family, standIn);
  return standIn;
}

/** Asked for each letter. Few documents have more than a dozen families. */
const standIns = new Map<string, string>();
const maxStandIns = 500;

function findStandIn(family: string): string {
  const twin = twinOf(family);
  if (hasStandardWidths(twin) || ownFamilies.test(family)) return twin;
  return serifFamilies.test(family) ? 'Noto Serif' : 'Noto Sans';
}

/** Faces no Noto face stands in for: what comes with LibreOffice, and what systems with fontconfig have for PostScript. */
const ownFamilies = /^dejavu|^courier|typewriter$|century schoolbook|palatino linotype|bookman old style/i;
/** The serif families that LibreOffice knows by their whole name; of any other, `EB Garamond` as well, it shows a sans-serif. */
const serifFamilies = /^(?:georgia|garamond|cambria|constantia)$|^noto serif|simsun|song|mincho/i;
