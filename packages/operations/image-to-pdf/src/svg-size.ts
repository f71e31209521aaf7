/** Inches of each unit of a length in SVG (CSS Values 3, 5.2); lengths without a unit are CSS pixels. */
const inchesOfUnit: Readonly<Record<string, number>> = {
  '': 1 / 96,
  px: 1 / 96,
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  q: 1 / 101.6,
  pt: 1 / 72,
  pc: 1 / 6,
};

/** The same of lengths that go by the font, of 16 pixels unless the root says otherwise (CSS Fonts 3, 3.5; CSS Values 3, 5.1.1). */
const inchesOfFontUnit: Readonly<Record<string, number>> = { em: 1 / 6, rem: 1 / 6, ex: 1 / 12, ch: 1 / 12 };

/** How large an SVG says it is, and where its root element says so. */
export interface SvgSize {
  readonly widthInches: number;
  readonly heightInches: number;
  /** Places of the root tag in the file. */
  readonly start: number;
  readonly end: number;
  /** The root tag without its size, up to its end. */
  readonly tag: string;
}

// XML has no `<` within a tag, and looking on past one would take a file of many tags a minute.
const rootPattern = /<(?:\w+:)?svg(?=[\s>/])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;

/**
 * The size of an SVG by `width` and `height` of its root element. Null when they are missing, shares of something, or the file is
 * not plain text in an encoding that has ASCII in it: the loader then finds a size by itself.
 */
export function readSvgSize(text: string): SvgSize | null {
  const root = rootPattern.exec(withoutComments(text));
  if (root === null) return null;
  const [source] = root;
  const [widthInches, heightInches] = [inchesOf(source, 'width'), inchesOf(source, 'height')];
  if (widthInches === null || heightInches === null) return null;
  const tag = source.replace(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  return { widthInches, heightInches, start: root.index, end: root.index + source.length, tag };
}

/** With spaces for comments: what they say is no element. */
export function withoutComments(text: string): string {
  let result = '';
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return result + text.slice(at);
    result += text.slice(at, start) + ' '.repeat(end + 3 - start);
    at = end + 3;
  }
}

/** An SVG whose root is as many pixels large, with all that it shows scaled with it. */
export function resizeSvg(text: string, size: SvgSize, widthPx: number, heightPx: number): string {
  const { tag, start, end, widthInches, heightInches } = size;
  const view = /\sviewBox\s*=/.test(tag) ? '' : ` viewBox="0 0 ${widthInches * 96} ${heightInches * 96}"`;
  const sized = tag.replace(/^<(?:\w+:)?svg/, (name) => `${name} width="${widthPx}" height="${heightPx}"${view}`);
  return text.slice(0, start) + sized + text.slice(end);
}

function inchesOf(tag: string, name: 'width' | 'height'): number | null {
  const value = new RegExp(
    `\\s${name}\\s*=\\s*["']\\s*\\+?(\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|\\.\\d+(?:e[+-]?\\d+)?)\\s*([a-z]*)\\s*["']`,
    'i',
  ).exec(tag);
  const unit = value?.[2]?.toLowerCase() ?? 'none';
  const setsFont = /[\s"';]font(?:-size)?\s*[=:]/i.test(tag);
  const inches = inchesOfUnit[unit] ?? (setsFont ? undefined : inchesOfFontUnit[unit]);
  return value === null || inches === undefined ? null : Number(value[1]) * inches || null;
}
