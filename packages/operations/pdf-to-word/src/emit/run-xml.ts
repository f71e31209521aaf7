import { isSymbolFamily, type RunStyle } from '@platen/flow-document';
import { element, escapeText, hexColor, toggle, twips, valued } from './xml.ts';

/** A run of text in a font with its `w:rPr`, or what stands for it. */
export function runXml(text: string, fontName: string, propertiesXml: string): string {
  return element('w:r', null, propertiesXml, textXml(text, fontName));
}

/** Text as the content of a run; line feeds, tabs, soft hyphens and symbols become what they are in Word. */
function textXml(text: string, fontName: string): string {
  return text
    .split(/([\t\n\u00ad\uf020-\uf0ff])/)
    .map((piece) => {
      if (piece === '') return '';
      if (piece === '\t') return '<w:tab/>';
      if (piece === '\n') return '<w:br/>';
      if (piece === '\u00ad') return '<w:softHyphen/>';
      if (isSymbol(piece, fontName)) return symbolXml(piece, fontName);
      return `<w:t xml:space="preserve">${escapeText(piece)}</w:t>`;
    })
    .join('');
}

function isSymbol(piece: string, fontName: string): boolean {
  return /[\uf020-\uf0ff]/.test(piece) && isSymbolFamily(fontName);
}

/** A code of a symbol font. As text, programs that show another font in its place would leave it blank. */
function symbolXml(code: string, fontName: string): string {
  return element('w:sym', { 'w:font': fontName, 'w:char': code.charCodeAt(0).toString(16).toUpperCase() });
}

/** The `w:rPr` of a run, or nothing when it looks as inherited. Its children are in the order of the schema. */
export function runPropertiesXml(style: RunStyle, inherited: RunStyle): string {
  return element('w:rPr', null, ...runProperties(style, inherited)).replace('<w:rPr/>', '');
}

/** The properties that differ, in the order of the schema. */
export function runProperties(style: RunStyle, inherited: RunStyle | null): readonly string[] {
  const differs = <Key extends keyof RunStyle>(key: Key) => inherited === null || style[key] !== inherited[key];
  const properties: string[] = [];
  if (differs('fontName')) properties.push(fontsXml(style.fontName));
  if (differs('bold')) properties.push(toggle('w:b', style.bold), toggle('w:bCs', style.bold));
  if (differs('italic')) properties.push(toggle('w:i', style.italic), toggle('w:iCs', style.italic));
  if (differs('strike')) properties.push(toggle('w:strike', style.strike));
  if (differs('color')) properties.push(valued('w:color', hexColor(style.color)));
  if (differs('letterSpacingPt')) properties.push(valued('w:spacing', twips(style.letterSpacingPt)));
  if (differs('widthScale')) properties.push(valued('w:w', Math.round(100 * style.widthScale)));
  if (differs('sizePt')) {
    const halfPoints = Math.max(2, Math.round(style.sizePt * 2));
    properties.push(valued('w:sz', halfPoints), valued('w:szCs', halfPoints));
  }
  if (differs('underline')) properties.push(valued('w:u', style.underline ? 'single' : 'none'));
  if (style.highlight !== null) {
    properties.push(element('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': hexColor(style.highlight) }));
  }
  if (style.script !== 'normal') properties.push(valued('w:vertAlign', style.script));
  if (style.rightToLeft) properties.push('<w:rtl/>');
  if (style.lang !== undefined) properties.push(langXml(style.lang));
  return properties;
}

/** The language by which spelling is checked and words are broken: Word keeps one for each kind of script. */
export function langXml(lang: string): string {
  const { language } = new Intl.Locale(lang);
  return element('w:lang', {
    'w:val': lang,
    'w:eastAsia': eastAsian.has(language) ? lang : null,
    'w:bidi': rightToLeft.has(language) ? lang : null,
  });
}

const eastAsian: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);
const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he', 'fa', 'ur']);

/** One family for every script: Word picks by script, and would else fall back to its own defaults. */
export function fontsXml(fontName: string): string {
  return element('w:rFonts', {
    'w:ascii': fontName,
    'w:hAnsi': fontName,
    'w:eastAsia': fontName,
    'w:cs': fontName,
  });
}
