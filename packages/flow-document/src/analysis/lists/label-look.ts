import type { TextStyle, Word } from '@platen/pdf-kit/page-model';
import type { ListLevel } from '../../model/formats.ts';
import { isBoldFace, isItalicFace } from '../fonts/font-faces.ts';
import { lineMetrics } from '../fonts/font-metrics.ts';
import { familyOf } from '../fonts/font-names.ts';
import { isSymbolFamily } from '../fonts/is-symbol-family.ts';
import { runSizePt } from '../text/run-styles.ts';

type LabelStyle = Required<NonNullable<ListLevel['labelStyle']>>;

/** A bullet and the family it is taken from. */
export interface Bullet {
  readonly text: string;
  readonly fontName: string;
}

/**
 * What of the look of a label is not that of the text beside it, which is changed without thinking of the label; null for
 * nothing. Its weight is its own: Word takes that of the end of the paragraph.
 */
export function labelStyleOf(label: TextStyle, text: TextStyle, fontName: string): ListLevel['labelStyle'] {
  const own = styleOf(label, fontName);
  const beside = styleOf(text, familyOf(text.font).name);
  const keys = Object.keys(own) as (keyof LabelStyle)[];
  const differing = keys.filter((key) => own[key] !== beside[key]);
  if (differing.length === 0) return null;
  const { bold, italic } = own;
  return { ...Object.fromEntries(differing.map((key) => [key, own[key]])), bold, italic };
}

function styleOf({ font, sizePt, color }: TextStyle, fontName: string): LabelStyle {
  return { fontName, color, bold: isBoldFace(font), italic: isItalicFace(font), sizePt: runSizePt(sizePt) };
}

/** What LibreOffice prints bullets of Symbol with. */
const openSymbol = /^([A-Z]{6}\+)?(Open|Star)Symbol/;

/** The codes of bullets that a file tells by what they look like. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Symbol: { '•': '\uf0b7' },
  Wingdings: {
    '▪': '\uf0a7',
    '■': '\uf06e',
    '□': '\uf0a8',
    '●': '\uf06c',
    '➢': '\uf0d8',
    '❖': '\uf076',
    '✓': '\uf0fc',
    '✔': '\uf0fc',
    '☐': '\uf06f',
    '☑': '\uf0fe',
  },
};

/** What private codes of other symbol fonts mostly are. */
const usualBullets: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf076': '❖',
  '\uf0fc': '✓',
  '\uf0a8': '□',
  '\uf06e': '■',
  '\uf02d': '–',
  '\uf0be': '–',
};

/** Bullets that every font has, and that look much the same in each. */
const plainBullets = /^[•\-–]$/;

/**
 * A bullet as Word writes it: by its code in a symbol font, else as a character that every font has. A plain one is taken
 * from the family of the text beside it rather than from one whose lines may be higher.
 */
export function bulletOf(text: string, { font }: TextStyle, beside: TextStyle): Bullet {
  const fontName = familyOf(font).name;
  const family = openSymbol.test(font.name) ? 'Symbol' : fontName;
  const code = isSymbolFamily(family) ? symbolCode(text, family) : null;
  if (code !== null) return { text: code, fontName: family };
  const isPrivate = /[\ue000-\uf8ff]/.test(text);
  const plain = text === '·' ? '•' : text;
  if (isPrivate) return { text: usualBullets[text] ?? '•', fontName: 'Arial' };
  const isOdd = plainBullets.test(plain) && lineMetrics(fontName) === null;
  return { text: plain, fontName: isOdd ? plainFamily(familyOf(beside.font).name) : fontName };
}

/** A bullet that stays text as a character of the font beside it, whose width is known; as it is where it is no known one. */
export function textBullet(label: Word, { font }: TextStyle): Word {
  const fontName = familyOf(label.style.font).name;
  const code = isSymbolFamily(fontName) ? symbolCode(label.text, fontName) : label.text;
  const text = usualBullets[code ?? label.text];
  if (text === undefined) return label;
  const style = { ...label.style, font };
  return { ...label, text, style, glyphs: label.glyphs.map((glyph) => ({ ...glyph, text, style })) };
}

/** A family of East Asia draws a bullet as wide as an ideograph, wider than the room before the text. */
function plainFamily(beside: string): string {
  return eastAsianFamily.test(beside) ? 'Arial' : beside;
}

const eastAsianFamily = /song|simsun|simhei|kai|ming|mincho|gothic|batang|dotum|gulim|cjk|hei\b|yahei|meiryo|dengxian/i;

function symbolCode(text: string, fontName: string): string | null {
  const value = text.codePointAt(0) ?? 0;
  if (/^[\uf020-\uf0ff]$/.test(text)) return text;
  if (text.length === 1 && value > 0x20 && value <= 0xff) return String.fromCodePoint(0xf000 + value);
  return codes[fontName]?.[text] ?? null;
}
