/** The fields of a pdf.js font that tell the order of its glyphs. All of it is outside data. */
export interface OrderedFont {
  readonly name?: string;
  readonly type?: string;
  readonly composite?: boolean;
  /** By character code; those that are not used are missing. */
  readonly widths?: ArrayLike<number | null | undefined>;
}

/** The character of a code that is the number of a glyph; null where it is not known. */
export type CharacterOfCode = (code: number) => string | null;

/**
 * What the glyphs of TrueType fonts made for Windows are (Arial, Times New Roman, Segoe UI): the order of the names that
 * a `post` table of format 1 stands for (TrueType Reference Manual), but for two that have no glyph there.
 */
const latin =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰' +
  'ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČč';
const firstLatin = 3;
const cyrillic = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя';
const firstCyrillic = 570;

const orders: readonly { readonly first: number; readonly characters: readonly string[] }[] = [
  { first: firstLatin, characters: [...latin] },
  { first: firstCyrillic, characters: [...cyrillic] },
];

/** Figures, brackets and marks that are equally wide in nearly all type, and letters of which the first is narrower. */
const equals = ['0123456789', '()', '.,'];
const narrower = [
  'in',
  'ln',
  'nm',
  'jo',
  'rn',
  'fn',
  'tn',
  'IH',
  'EW',
  'LW',
  'cm',
  'sm',
  'нш',
  'еж',
  'ню',
  'ош',
  'гш',
  'сж',
  'зж',
  'гм',
  'гж',
  'сщ',
  'ощ',
  'нщ',
  'гы',
  'зы',
  'сю',
];
/** Of 89 proportional faces, 95 % are within these: equal widths differ by less, the narrower letter has no larger share. */
const equalShare = 0.03;
const narrowerShare = 0.85;
/** So many comparisons of widths, all of them right, are no chance. */
const minComparisons = 4;

/** A driver of Windows writes fonts of more than 256 glyphs as several, with the higher byte of the glyph at their names. */
const higherByte = /_([0-9A-F]{2})$/i;

/**
 * Reads codes that are glyph numbers, in fonts that map them to no character: programs that print through PostScript
 * write TrueType fonts so. The order of the glyphs is believed where the widths agree with it, and not with characters
 * for codes.
 */
export function glyphOrder({ name = '', type = '', composite, widths }: OrderedFont): CharacterOfCode | null {
  const higher = higherByte.exec(name)?.[1];
  const numbersGlyphs = composite === true ? type === 'CIDFontType2' : type === 'TrueType' && higher !== undefined;
  if (!numbersGlyphs || widths === undefined) return null;
  const base = composite === true ? 0 : 0x100 * Number.parseInt(higher ?? '0', 16);
  const byNumber = comparisons((character) => widths[glyphOf(character) - base] ?? 0);
  const byCode = comparisons((character) => widths[(character.codePointAt(0) ?? 0) - base] ?? 0);
  if (byNumber.wrong > 0 || byNumber.right < minComparisons || (byCode.wrong === 0 && byCode.right > 0)) return null;
  return (code) => characterOf(base + code);
}

/** The name of a font without the byte that a driver puts behind it. */
export function withoutHigherByte({ name = '', type }: OrderedFont): string {
  return type === 'TrueType' ? name.replace(higherByte, '') : name;
}

function comparisons(widthOf: (character: string) => number): { readonly right: number; readonly wrong: number } {
  const results = [
    ...equals.flatMap(([first = '', ...others]) =>
      others.map((other) => compare(widthOf(first), widthOf(other), (share) => Math.abs(share - 1) <= equalShare)),
    ),
    ...narrower.map(([first = '', second = '']) =>
      compare(widthOf(first), widthOf(second), (share) => share <= narrowerShare),
    ),
  ];
  const right = results.filter((result) => result === true).length;
  return { right, wrong: results.filter((result) => result === false).length };
}

/** Null where one of them is not in the font. */
function compare(first: number, second: number, isRight: (share: number) => boolean): boolean | null {
  return first > 0 && second > 0 ? isRight(first / second) : null;
}

function characterOf(glyph: number): string | null {
  const order = orders.find(({ first, characters }) => glyph >= first && glyph < first + characters.length);
  return order?.characters[glyph - order.first] ?? null;
}

function glyphOf(character: string): number {
  const order = orders.find(({ characters }) => characters.includes(character));
  return order === undefined ? -1 : order.first + order.characters.indexOf(character);
}
