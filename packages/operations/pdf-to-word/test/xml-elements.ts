/** An element of a part, without its text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

/** Parses XML strictly enough for the test: an element that is not closed, or closed twice, throws. */
export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [, closing, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
  )) {
    if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`${name} is closed out of turn`);
      continue;
    }
    const element: XmlElement = { name, attributes: attributesOf(attributes), children: [] };
    open.at(-1)?.children.push(element);
    if (empty !== '/') open.push(element);
  }
  if (open.length !== 1) throw new Error(`${open.at(-1)?.name} is not closed`);
  return root;
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** An element and all that are in it. */
export function everyElement(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(everyElement)];
}
