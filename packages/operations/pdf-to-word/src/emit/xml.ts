/** A value of an attribute; one that is null or undefined leaves the attribute out. */
export type AttributeValue = string | number | null | undefined;

/** One element as text. Children are XML already: text goes through `escapeText` first. */
export function element(
  name: string,
  attributes: Readonly<Record<string, AttributeValue>> | null = null,
  ...children: readonly string[]
): string {
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined) open += ` ${key}="${escapeText(String(value))}"`;
  }
  const content = children.join('');
  return content === '' ? `${open}/>` : `${open}>${content}</${name}>`;
}

/** An element with nothing but `w:val`. */
export function valued(name: string, value: AttributeValue): string {
  return element(name, { 'w:val': value });
}

/** A property that is on or off. */
export function toggle(name: string, on: boolean): string {
  return on ? `<${name}/>` : `<${name} w:val="0"/>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for content and attributes. Characters XML 1.0 cannot hold are dropped. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The namespaces of every WordprocessingML part. */
export const namespaces = {
  'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'xmlns:wp': 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  'xmlns:a': 'http://schemas.openxmlformats.org/drawingml/2006/main',
  'xmlns:pic': 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  'xmlns:mc': 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  'xmlns:wpg': 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  'xmlns:wps': 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
} as const;

/** Twentieths of a point: the unit of lengths in WordprocessingML. */
export function twips(pt: number): number {
  return Math.round(pt * 20);
}

/** English Metric Units: the unit of lengths in DrawingML. */
export function emu(pt: number): number {
  return Math.round(pt * 12700);
}

/** `#rrggbb` as WordprocessingML writes it. */
export function hexColor(color: string): string {
  return color.replace('#', '').toUpperCase();
}
