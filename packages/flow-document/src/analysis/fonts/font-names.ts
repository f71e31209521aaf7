import type { Font } from '@platen/pdf-kit/page-model';
import { asComputerModern } from './as-computer-modern.ts';
import { bareName } from './bare-name.ts';
import { commonFamilies } from './common-families.ts';
import { findTwin, standInOf } from './stand-ins.ts';

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
  [/^dfkaishu/, 'DFKai-SB'],
  // TeX parts the faces of Arphic into fonts of 256 letters each.
  [/^gbsnu?[0-9a-f]{2}$/, 'SimSun'],
  [/^gkaiu?[0-9a-f]{2}$/, 'KaiTi'],
  [/^bsmiu?[0-9a-f]{2}$/, 'PMingLiU'],
  [/^bkaiu?[0-9a-f]{2}$/, 'DFKai-SB'],
  [/^notosanscjkjp/, 'Noto Sans CJK JP'],
  [/^notosanscjkkr/, 'Noto Sans CJK KR'],
  [/^notosanscjksc/, 'Noto Sans CJK SC'],
  [/^notosanscjktc/, 'Noto Sans CJK TC'],
  [/^notoserifcjkjp/, 'Noto Serif CJK JP'],
  [/^notoserifcjkkr/, 'Noto Serif CJK KR'],
  [/^notoserifcjksc/, 'Noto Serif CJK SC'],
  [/^notoserifcjktc/, 'Noto Serif CJK TC'],
];

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
  const postScriptName = asComputerModern(font.name.replace(/^[A-Z]{6}\+/, '').replace(encodingPart, ''));
  const whole = bareName(postScriptName);
  const common = knownFamilyOf(postScriptName) ?? renamed.find(([pattern]) => pattern.test(whole))?.[1];
  const twin = findTwin(postScriptName);
  if (common !== undefined) return { name: common, standIn: twin ?? common, substitute: false };
  const standIn = twin ?? lookAlike(font, whole);
  const spelled = spelledFamily(postScriptName);
  const name = spelled !== null && !losesItsClass(spelled, standIn) ? spelled : standIn;
  return { name, standIn, substitute: twin === null };
}

/**
 * Whether readers show another class of face for a family that is not common. LibreOffice takes a sans-serif face for each
 * name that it does not know, whatever the font table says: listings lose their columns, and books their serifs. Symbols of
 * mathematics are in few text faces: a reader looks for them better without the name of one.
 */
function losesItsClass(family: string, standIn: string): boolean {
  return standIn !== 'Arial' && standInOf(family) === 'Noto Sans' && !/math/i.test(family);
}

const byBareName = new Map<string, string>(commonFamilies.map((name) => [bareName(name), name]));

function knownFamilyOf(name: string): string | undefined {
  const family = bareName(name.replace(stylePart, ''));
  // What is before a comma may end in a word of style that is part of it: `Times New Roman,Bold`.
  const beforeComma = bareName(name.split(',')[0] ?? '');
  return (
    byBareName.get(bareName(name)) ??
    byBareName.get(beforeComma) ??
    byBareName.get(family) ??
    byBareName.get(family.replace(/(ps)?(mt|std|pro|lt)?$/, ''))
  );
}

/** Names that writers make up, and those of fonts of TeX, whose size is part of the name. */
const madeUpName =
  /^(?:cidfont|cairofont|type\d|font|[a-z]{1,3}_?\d+|t\d_\d+|(?:cm|lm|sf|ec|tc|eu|ms|tx|px|rsfs|wasy|line|lasy)[a-z]{0,6}\d+|lm(?:roman|sans|mono)[a-z]+\d+)/i;

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
  const whole = bareName(postScriptName);
  const known = respelled.find(([pattern]) => pattern.test(whole))?.[1];
  if (known !== undefined) return known;
  const isName = letters >= minNameLetters && family.length <= maxNameLength && /^[\p{L}\p{N} .&'+]+$/u.test(family);
  return isName && !madeUpName.test(whole) && !eastAsianName.test(whole) ? family : null;
}

/** A shorter name is none of a family: `F1`, `TT0`. */
const minNameLetters = 3;
/** Word refuses longer ones. */
const maxNameLength = 31;

/** What names of composite fonts may end with: how their codes are encoded. */
const encodingPart = /-(?:identity-[hv]|winansi|vkana)$/i;

/** Words of style that end a name as words of their own: the "book" of Schoolbook is none, nor is a Roman in a family. */
const stylePart =
  /(?:[-,_ ]?(?:Bold|Italic|Oblique|Regular|SemiBold|Semibold|DemiBold|Demibold|ExtraBold)|[-,_ ](?:[Bb]old|[Ii]talic|[Oo]blique|[Rr]egular|Roman|Medium|Book|Normal|Extra|Semi|Demi|It|Bd|Bi|Regu|Medi|Reg|Ital|ReguItal|MediItal|BoldIt|It|BI)(?![a-z]))+(?:MT)?$/;

/** Fonts of TeX for text and for formulas, where an asterisk on its own makes a font look as if its letters were of one width. */
const texSerif = /^(cm|lm)(r|b|bx|ti|sl|sy|mi|ex|mib|bsy|csc)\d/;

function lookAlike(font: Font, name: string): string {
  if (texSerif.test(name)) return 'Times New Roman';
  if (font.monospace || /mono|cmtt|typewriter|console|inconsolata|code/.test(name)) return 'Courier New';
  if (/^(cm|lm)ss|sans|gothic|grotesk|helvet|arial|frutiger|univers|myriad|futura|akzidenz|formata/.test(name))
    return 'Arial';
  if (
    font.serif ||
    /^(cm|lm|newcm|sf(rm|bx|ti|sl|cc)|ec|tex)|serif|roman|garamond|minion|times|book|text|libertine|palat|melior|charter|century|georgia|cambria|slab/.test(
      name,
    )
  )
    return 'Times New Roman';
  return 'Arial';
}
