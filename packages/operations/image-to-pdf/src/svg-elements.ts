/** An element of an SVG. */
export interface SvgElement {
  /** Without a prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Characters of the text that follows its start tag, up to the next tag. */
  readonly textChars: number;
  /** The places of those it contains. */
  readonly children: readonly number[];
}

/** Attributes have no `<` in XML, and looking on past one would take long in a file of many. */
const tagPattern = /<(\/?)(?:[\w-]+:)?([\w-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;
const attributePattern = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const entityPattern = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g;
const characterPattern = /&(#\d+|#x[\da-f]+|quot|apos|amp);/gi;
const named: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: '&' };
const maxExpandedChars = 8_000_000;

/** The elements of an SVG in the order of the file, the root first. Of what no parser takes, some. */
export function svgElements(text: string): readonly SvgElement[] {
  const elements: (SvgElement & { readonly children: number[] })[] = [];
  const open: number[] = [];
  for (const { 0: tag, 1: closing, 2: name = '', 3: rest = '', index: at } of text.matchAll(tagPattern)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const [parent, index] = [open.at(-1), elements.length];
    const [start, next] = [at + tag.length, text.indexOf('<', at + tag.length)];
    const textChars = (next < 0 ? text.length : next) - start;
    elements.push({ name, attributes: attributesOf(rest), textChars, children: [] });
    if (parent !== undefined) elements[parent]?.children.push(index);
    if (!rest.endsWith('/')) open.push(index);
  }
  return elements;
}

/** An SVG with what its entities stand for in their place; null past all measure. */
export function withEntities(text: string): string | null {
  const entities = [...text.matchAll(entityPattern)].map(([, name = '', a, b]) => [name, a ?? b ?? ''] as const);
  let expanded = text;
  // Each pass resolves those within the ones before.
  for (const _ of entities) {
    const before = expanded;
    for (const [name, value] of entities) {
      const parts = expanded.split(`&${name};`);
      if (expanded.length + parts.length * value.length > text.length + maxExpandedChars) return null;
      expanded = parts.join(value);
    }
    if (expanded === before) break;
  }
  return expanded;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(attributePattern)];
  return new Map(found.map(([, name = '', double, single]) => [name, withCharacters(double ?? single ?? '')]));
}

/** With characters for their references. */
export function withCharacters(text: string): string {
  return text.replace(characterPattern, (_, entity: string) => {
    if (!entity.startsWith('#')) return named[entity.toLowerCase()] ?? '';
    const code = Number(entity.replace(/^#/, '').replace(/^x/i, '0x'));
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
