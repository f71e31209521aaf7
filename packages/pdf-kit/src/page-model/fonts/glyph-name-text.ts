import { textOfTexName } from './tex-glyph-names.ts';

const windows1252 = new TextDecoder('windows-1252');

/** Glyph names in the order of Windows-1252 from a code on (ISO 32000-2, D.2); a full stop where a code has none. */
const namesFrom: readonly (readonly [code: number, names: string])[] = [
  [0x20, 'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus'],
  [0x2c, 'comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal'],
  [0x3e, 'greater question at'],
  [0x5b, 'bracketleft backslash bracketright asciicircum underscore grave'],
  [0x7b, 'braceleft bar braceright asciitilde'],
  [0x80, 'Euro . quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron'],
  [0x8b, 'guilsinglleft OE . Zcaron . . quoteleft quoteright quotedblleft quotedblright bullet endash emdash tilde'],
  [0x99, 'trademark scaron guilsinglright oe . zcaron Ydieresis'],
  [0xa1, 'exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine guillemotleft'],
  [0xac, 'logicalnot . registered macron degree plusminus . . acute mu paragraph periodcentered cedilla .'],
  [0xba, 'ordmasculine guillemotright onequarter onehalf threequarters questiondown'],
  [0xc6, 'AE . . . . . . . . . Eth . . . . . . . Oslash . . . . . Thorn germandbls'],
  [0xe6, 'ae . . . . . . . . . eth . . . . . . . oslash . . . . . thorn'],
];
const textOfName: ReadonlyMap<string, string> = new Map([
  ['dotlessi', 'ı'],
  ['Lslash', 'Ł'],
  ['lslash', 'ł'],
  ...namesFrom.flatMap(([code, names]) =>
    names.split(' ').map((name, index): [string, string] => [name, windows1252.decode(Uint8Array.of(code + index))]),
  ),
]);

const marks: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circumflex', '\u0302'],
  ['tilde', '\u0303'],
  ['macron', '\u0304'],
  ['breve', '\u0306'],
  ['dotaccent', '\u0307'],
  ['dieresis', '\u0308'],
  ['ring', '\u030a'],
  ['hungarumlaut', '\u030b'],
  ['caron', '\u030c'],
  ['cedilla', '\u0327'],
  ['commaaccent', '\u0327'],
  ['ogonek', '\u0328'],
]);

/** Names that say nothing but the character: `2014` is a dash, and `u00ED` a letter. */
const codePointNames = [
  /^(0[1-9A-F][0-9A-F]{2}|[1-9A-CE-F][0-9A-F]{3})$/,
  /^(?:uni|u)((?!00[01]|D[89A-F])[0-9A-F]{4})$/,
  /^u(10[0-9A-F]{4}|[1-9A-F][0-9A-F]{4})$/,
];

/**
 * What a name of the Adobe Glyph List for European writing, or one made of a code point, says; empty for others. What
 * follows the first full stop names the form only: `two.lf` is a lining figure, `aacute.sc` a small capital
 * (Adobe Glyph List Specification, 2).
 */
export function textOfGlyphName(name: string): string {
  const base = name.replace(/(?<=.)\.[a-z].*$/i, '');
  const codePoint = codePointNames.map((pattern) => pattern.exec(base)?.[1]).find((digits) => digits !== undefined);
  if (codePoint !== undefined) return String.fromCodePoint(Number.parseInt(codePoint, 16));
  if (/^[A-Za-z]$/.test(base)) return base;
  return base === '' ? '' : (textOfName.get(base) ?? textOfTexName(base) ?? accented(base));
}

function accented(name: string): string {
  const mark = marks.get(name.slice(1));
  const letter = name.charAt(0);
  if (mark === undefined || !/[A-Za-z]/.test(letter)) return '';
  const text = `${letter}${mark}`.normalize('NFC');
  return text.length === 1 ? text : '';
}
