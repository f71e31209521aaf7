/**
 * How the namespaces of claims begin, by the prefix that is customary for each. Electronic invoices, orders and despatch advices have
 * one for each kind and version (`urn:ferd:pdfa:invoice:rc#` among them).
 */
export const claimNamespaces = {
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfxid: 'http://www.npes.org/pdfx/ns/id/',
  pdfx: 'http://ns.adobe.com/pdfx/1.3/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfd: 'http://pdfa.org/declarations/',
  fx: 'urn:factur-x:pdfa:',
  zf: 'urn:zugferd:pdfa:',
  ferd: 'urn:ferd:pdfa:',
} as const;

/** A property of one of these namespaces, an attribute or an element, and where it is in the text. */
export interface XmpProperty {
  readonly prefix: keyof typeof claimNamespaces;
  readonly name: string;
  /** As it is written; empty for an element with others in it. */
  readonly value: string;
  readonly valueStart: number;
  readonly start: number;
  readonly end: number;
}

interface OpenElement {
  readonly start: number;
  readonly valueStart: number;
  readonly property: readonly [prefix: XmpProperty['prefix'], name: string] | null;
  readonly declared: readonly string[];
  hasChildren: boolean;
}

interface Attribute {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
}

/**
 * The properties of the namespaces of claims in an XMP packet, whatever prefixes it binds them to, in the order in which they
 * end. Namespaces in XML 1.0, but tolerant: a customary prefix needs no declaration, and what is not well-formed is read
 * as far as it goes. Linear in the length of the text.
 */
export function readXmpProperties(xml: string): readonly XmpProperty[] {
  /** The namespaces that prefixes are bound to, by their customary prefix; null for those of no claim. */
  const bound = new Map<string, (XmpProperty['prefix'] | null)[]>();
  const open: OpenElement[] = [];
  const found: XmpProperty[] = [];
  const propertyOf = (qualified: string, isAttribute: boolean) => {
    const colon = qualified.indexOf(':');
    // Attributes without a prefix are in no namespace.
    if (colon < 0 && isAttribute) return null;
    const prefix = qualified.slice(0, Math.max(0, colon));
    const declared = bound.get(prefix)?.at(-1);
    const known = declared === undefined && isCustomary(prefix) ? prefix : declared;
    return known == null ? null : ([known, qualified.slice(colon + 1)] as const);
  };
  const close = (end: number, valueEnd: number) => {
    const element = open.pop();
    if (element === undefined) return;
    for (const prefix of element.declared) bound.get(prefix)?.pop();
    if (element.property === null) return;
    const [prefix, name] = element.property;
    const { start, valueStart } = element;
    const value = element.hasChildren ? '' : xml.slice(valueStart, Math.max(valueStart, valueEnd));
    found.push({ prefix, name, value, valueStart, start, end });
  };
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = endOfOther(xml, at);
    if (skipped === null) break;
    if (skipped > at) {
      at = skipped;
      continue;
    }
    if (xml.charAt(at + 1) === '/') {
      const end = xml.indexOf('>', at);
      if (end < 0) break;
      close(end + 1, at);
      at = end + 1;
      continue;
    }
    const tag = readTag(xml, at);
    if (tag === null) break;
    const declared: string[] = [];
    for (const { name, valueStart, end } of tag.attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      const stack = bound.get(prefix) ?? [];
      bound.set(prefix, stack);
      stack.push(customaryPrefix(xml.slice(valueStart, end - 1).trim()));
      declared.push(prefix);
    }
    for (const { name, start, valueStart, end } of tag.attributes) {
      const property = propertyOf(name, true);
      if (property === null) continue;
      const value = xml.slice(valueStart, end - 1);
      found.push({ prefix: property[0], name: property[1], value, valueStart, start, end });
    }
    const parent = open.at(-1);
    if (parent !== undefined) parent.hasChildren = true;
    const property = propertyOf(tag.name, false);
    open.push({ start: at, valueStart: tag.end, property, declared, hasChildren: false });
    if (tag.isEmpty) close(tag.end, tag.end);
    at = tag.end;
  }
  return found;
}

function customaryPrefix(namespace: string): XmpProperty['prefix'] | null {
  const [prefix = null] = Object.entries(claimNamespaces).find(([, start]) => namespace.startsWith(start)) ?? [];
  return prefix as XmpProperty['prefix'] | null;
}

function isCustomary(prefix: string): prefix is XmpProperty['prefix'] {
  return Object.hasOwn(claimNamespaces, prefix);
}

const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

/** The offset past a comment, CDATA section, processing instruction or declaration; `at` itself for a tag, null if it has no end. */
function endOfOther(xml: string, at: number): number | null {
  const other = others.find(([start]) => xml.startsWith(start, at));
  if (other === undefined) return at;
  const end = xml.indexOf(other[1], at + other[0].length);
  return end < 0 ? null : end + other[1].length;
}

const space = /\s*/y;
const nameText = /[^\s=<>"'/]+/y;

/** The start tag at an offset; null if it has no end. */
function readTag(xml: string, start: number) {
  let at = start + 1;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [text = ''] = pattern.exec(xml) ?? [];
    at += text.length;
    return text;
  };
  const name = skip(nameText);
  const attributes: Attribute[] = [];
  for (;;) {
    skip(space);
    const attributeStart = at;
    const attribute = skip(nameText);
    if (attribute === '') {
      const mark = xml.charAt(at);
      if (mark === '>') return { name, attributes, isEmpty: xml.charAt(at - 1) === '/', end: at + 1 };
      if (mark === '' || mark === '<') return null;
      at += 1;
      continue;
    }
    skip(space);
    if (xml.charAt(at) !== '=') continue;
    at += 1;
    skip(space);
    const quote = xml.charAt(at);
    if (quote !== '"' && quote !== "'") continue;
    const closing = xml.indexOf(quote, at + 1);
    if (closing < 0) return null;
    attributes.push({ name: attribute, start: attributeStart, valueStart: at + 1, end: closing + 1 });
    at = closing + 1;
  }
}
