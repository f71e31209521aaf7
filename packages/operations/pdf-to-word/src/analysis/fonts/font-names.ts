import type { Font } from '@platen/pdf-kit/page-model';
import { hasStandardWidths } from './standard-widths.ts';

/** Families that a machine with an office suite has, or that the suite brings a face of equal widths for. */
const knownFamilies = [
  'Aptos',
  'Arial',
  'Arial Black',
  'Arial Narrow',
  'Arial Unicode MS',
  'Bahnschrift',
  'Batang',
  'BatangChe',
  'Book Antiqua',
  'Bookman Old Style',
  'C059',
  'Calibri',
  'Calibri Light',
  'Cambria',
  'Cambria Math',
  'Candara',
  'Century',
  'Century Gothic',
  'Century Schoolbook',
  'Comic Sans MS',
  'Consolas',
  'Constantia',
  'Corbel',
  'Courier New',
  'David',
  'DejaVu Sans',
  'DejaVu Sans Mono',
  'DejaVu Sans Condensed',
  'DejaVu Serif',
  'DejaVu Serif Condensed',
  'DengXian',
  'Dotum',
  'Ebrima',
  'FangSong',
  'Franklin Gothic Book',
  'Franklin Gothic Medium',
  'Gabriola',
  'Garamond',
  'Georgia',
  'Gill Sans MT',
  'Gulim',
  'Helvetica Neue',
  'Impact',
  'KaiTi',
  'Leelawadee',
  'Lucida Console',
  'Lucida Sans',
  'Lucida Sans Unicode',
  'Malgun Gothic',
  'Mangal',
  'Meiryo',
  'Microsoft JhengHei',
  'Microsoft Sans Serif',
  'Microsoft YaHei',
  'MingLiU',
  'Miriam',
  'MS Gothic',
  'MS Mincho',
  'MS PGothic',
  'MS PMincho',
  'NSimSun',
  'Open Sans',
  'OpenSymbol',
  'P052',
  'Palatino Linotype',
  'PMingLiU',
  'Roboto',
  'Sakkal Majalla',
  'Segoe UI',
  'Segoe UI Light',
  'Segoe UI Semibold',
  'SimHei',
  'SimSun',
  'Simplified Arabic',
  'Sylfaen',
  'Tahoma',
  'Times New Roman',
  'Traditional Arabic',
  'Trebuchet MS',
  'Tw Cen MT',
  'Verdana',
  'Yu Gothic',
  'Yu Mincho',
  'Symbol',
  'Wingdings',
  'Wingdings 2',
  'Wingdings 3',
  'Webdings',
  'Noto Sans',
  'Noto Serif',
  'Lato',
  'Source Sans Pro',
  'Montserrat',
  'Gentium Basic',
] as const;

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

/** Names of fonts whose family is spelled otherwise: faces of the standard fonts of PDF, those of TeX, and those cut short. */
const renamed: readonly (readonly [RegExp, string])[] = [
  [/^(helvetica(?!neue)|phv)/, 'Helvetica'],
  [/^(times(?!newroman|ten)|ptm)/, 'Times'],
  [/^(courier(?!new|prime|std)|pcr)/, 'Courier'],
  [/^(urwpalladio|ppl)/, 'Palatino Linotype'],
  [/^(newcentury|centuryschl|pnc)/, 'Century Schoolbook'],
  [/^(urwbookman)/, 'Bookman Old Style'],
  [/^(avantgarde|urwgothic)/, 'Century Gothic'],
  [/^(standardsymbols|symbol)/, 'Symbol'],
  [/^nimbusromno9l/, 'Nimbus Roman No9 L'],
  [/^nimbussanl/, 'Nimbus Sans L'],
  [/^nimbusmonl/, 'Nimbus Mono L'],
  [/^notosanscjkjp/, 'Noto Sans CJK JP'],
  [/^notosanscjkkr/, 'Noto Sans CJK KR'],
  [/^notosanscjksc/, 'Noto Sans CJK SC'],
  [/^notosanscjktc/, 'Noto Sans CJK TC'],
  [/^notoserifcjkjp/, 'Noto Serif CJK JP'],
];

const byBareName = new Map<string, string>(knownFamilies.map((name) => [bare(name), name]));

export interface FontFamily {
  /** The family to name in the document. */
  readonly name: string;
  /** A family most machines have that looks alike, shown where the named one is missing; the same where it is common. */
  readonly standIn: string;
  /** The letters of the family have widths that are not known: whatever is shown, lines may run wider. */
  readonly substitute: boolean;
}

/**
 * The family of a font of the page: `Arial` for `ArialMT`, `Myriad Pro` for `MyriadPro-Semibold`. A name that is no
 * family (`F1`, `CMR10`, bytes in an unknown encoding) gives way to a family that looks alike.
 */
export function familyOf(font: Font): FontFamily {
  const known = familiesOf.get(font);
  if (known !== undefined) return known;
  const family = readFamily(font);
  familiesOf.set(font, family);
  return family;
}

/** Asked for each word: names are read once for each font. */
const familiesOf = new WeakMap<Font, FontFamily>();

function readFamily(font: Font): FontFamily {
  const postScriptName = font.name.replace(/^[A-Z]{6}\+/, '').replace(encodingPart, '');
  const whole = bare(postScriptName);
  const common = knownFamilyOf(postScriptName) ?? renamed.find(([pattern]) => pattern.test(whole))?.[1];
  const twin = twins.find(([pattern]) => pattern.test(whole))?.[1];
  if (common !== undefined) return { name: common, standIn: twin ?? common, substitute: false };
  const standIn = twin ?? lookAlike(font, whole);
  return { name: spelledFamily(postScriptName) ?? standIn, standIn, substitute: twin === undefined };
}

function knownFamilyOf(name: string): string | undefined {
  const family = bare(name.replace(stylePart, ''));
  return (
    byBareName.get(bare(name)) ?? byBareName.get(family) ?? byBareName.get(family.replace(/(ps)?(mt|std|pro|lt)?$/, ''))
  );
}

/** Names that writers make up, and those of fonts of TeX, whose size is part of the name. */
const madeUpName =
  /^(?:cidfont|type\d|font|[a-z]{1,3}_?\d+|t\d_\d+|(?:cm|lm|sf|ec|tc|eu|ms|tx|px|rsfs|wasy|line|lasy)[a-z]{0,6}\d+)/i;

/** Families whose PostScript names are cut short. */
const respelled: readonly (readonly [RegExp, string])[] = [
  [/^linlibertine/, 'Linux Libertine'],
  [/^linbiolinum/, 'Linux Biolinum'],
];

/**
 * Faces of East Asia: which one is shown in place of a missing one depends on the name, the language and the machine, so
 * that lines hold only in a family that most machines have.
 */
const eastAsianName =
  /batang|dotum|gulim|myungjo|myeongjo|gothic(?:pro|neo|w\d)|mincho|kaku|haansoft|song|fangs|kaiti|heiti/;

/** A PostScript name as its family is spelled, `Quatro Slab` for `QuatroSlab-Medium`; null for a name that is none. */
function spelledFamily(postScriptName: string): string | null {
  const [beforeStyle = ''] = postScriptName.split(',');
  const family = beforeStyle
    .replace(stylePart, '')
    .replace(/(?<=\p{Ll})(?:PS)?(?:MT)?$/u, '')
    .replace(/[_-]+/g, ' ')
    .replace(/(?<=\p{Ll}{2})(?=\p{Lu}\p{L}{2})|(?<=^\p{Lu}{2,3})(?=\p{Lu}\p{Ll}{2})/gu, ' ')
    .trim();
  const letters = family.match(/\p{L}/gu)?.length ?? 0;
  const whole = bare(postScriptName);
  const known = respelled.find(([pattern]) => pattern.test(whole))?.[1];
  if (known !== undefined) return known;
  const isName = letters >= minNameLetters && /^[\p{L}\p{N} .&'+]+$/u.test(family);
  return isName && !madeUpName.test(whole) && !eastAsianName.test(whole) ? family : null;
}

/** A shorter name is none of a family: `F1`, `TT0`. */
const minNameLetters = 3;

/** The common family whose letters and lines measure as those of a family; the family itself where there is none. */
export function twinOf(family: string): string {
  return twins.find(([pattern]) => pattern.test(bare(family)))?.[1] ?? family;
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

/**
 * Faces no Noto face stands in for: letters of one width, what comes with LibreOffice, and those whose letters are as wide in
 * the faces of the standard fonts of PostScript, which most systems with fontconfig have.
 */
const ownFamilies = /mono|consol|dejavu|typewriter|century schoolbook|palatino linotype|bookman old style/i;
const serifFamilies = /georgia|garamond|cambria|constantia|sylfaen|simsun|song|mincho|times|serif/i;

/** What names of composite fonts may end with: how their codes are encoded. */
const encodingPart = /-(?:identity-[hv]|winansi|vkana)$/i;

/** Words of style that end a name as words of their own: the "book" of Schoolbook is none, nor is a Roman in a family. */
const stylePart =
  /(?:[-,_ ]?(?:Bold|Italic|Oblique|Regular|SemiBold|Semibold|DemiBold|Demibold|ExtraBold)|[-,_ ](?:[Bb]old|[Ii]talic|[Oo]blique|[Rr]egular|Roman|Medium|Book|Normal|Extra|Semi|Demi|It|Bd|Bi|Regu|Medi|Reg|Ital|ReguItal|MediItal|BoldIt|It|BI)(?![a-z]))+(?:MT)?$/;

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^[a-z]{6}\+/, '')
    .replace(/[^a-z0-9]/g, '');
}

/** Fonts of TeX for text and for formulas, where an asterisk on its own makes a font look as if its letters were of one width. */
const texSerif = /^(cm|lm)(r|b|bx|ti|sl|sy|mi|ex|mib|bsy|csc)\d/;

function lookAlike(font: Font, name: string): string {
  if (texSerif.test(name)) return 'Times New Roman';
  if (font.monospace || /mono|cmtt|typewriter|console|inconsolata|code/.test(name)) return 'Courier New';
  if (/^(cm|lm)ss|sans|gothic|grotesk|helvet|arial|frutiger|univers|myriad|futura|akzidenz|formata/.test(name))
    return 'Arial';
  if (
    font.serif ||
    /^(cm|lm|sf(rm|bx|ti|sl|cc)|ec|tex)|serif|roman|garamond|minion|times|book|text|libertine|palat|melior|charter|century|georgia|cambria|slab/.test(
      name,
    )
  )
    return 'Times New Roman';
  return 'Arial';
}

/** Whether the face is bold, by its name where the file does not say: Nimbus calls it Medi, TeX BX. */
export function isBoldFace({ bold, name }: Font): boolean {
  return (
    bold ||
    /nimbus\w*-medi|^(cmbx|cmssbx|sfbx|ecbx|lmbx)|^lin(libertine|biolinum)tz?b|-(demi|heavy|black|semibold|extrabold)/i.test(
      name,
    )
  );
}

/** Whether the face is slanted, by its name where the file does not say. */
export function isItalicFace({ italic, name }: Font): boolean {
  return italic || /^(cmti|cmsl|cmmi|sfti|ecti|cmbxti)\d|ital|obli|-slant/i.test(name);
}
