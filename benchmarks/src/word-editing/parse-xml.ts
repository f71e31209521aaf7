/** An element of XML with what is in it; names keep their prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses what a writer of XML writes: elements, attributes and text. The root has no name. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, name = '', attributes = '', empty, text] of xml.matchAll(
    /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*"[^"]*")*)\s*(\/?)>|<[?!][^>]*>|([^<]+)/g,
  )) {
    if (text !== undefined) open.at(-1)?.children.push(decoded(text));
    else if (closing === '/') open.pop();
    else if (name !== '') {
      const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] };
      open.at(-1)?.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  return root;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)\s*=\s*"([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  );
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name = '') => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
    return code !== null ? String.fromCodePoint(code) : (entities[name] ?? entity);
  });
}
