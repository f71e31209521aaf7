import { type SvgElement, withCharacters } from './svg-elements.ts';

/** A property of an element and its value. */
export type Declaration = readonly [name: string, value: string];

interface Rule {
  /** What the last part of a selector says of the element itself. */
  readonly name: string | null;
  readonly classes: readonly string[];
  readonly id: string | null;
  readonly declarations: readonly Declaration[];
}

const sheetPattern = /<(?:[\w-]+:)?style\b[^<>]*>([\s\S]*?)<\/(?:[\w-]+:)?style\s*>/g;
const rulePattern = /([^{}]+)\{([^{}]*)\}/g;
const defaultsPattern = /<!ATTLIST\s+(?:[\w-]+:)?([\w-]+)([^>]*)>/g;
const defaultPattern = /([\w-]+)\s+CDATA\s+(?:#FIXED\s+)?(?:"([^"]*)"|'([^']*)')/g;

/**
 * Finds what attributes, `style` and style sheets declare of an element. A selector counts by its last part alone, and every
 * rule counts, also one that another overrules: that is as much as can be.
 */
export function svgStyles(text: string): (element: SvgElement) => readonly Declaration[] {
  const sheets = [...text.matchAll(sheetPattern)].map(([, sheet = '']) => withCharacters(sheet));
  // A large file has thousands of both rules and elements: each of these is compared with those of its own keys alone.
  const rules = Map.groupBy([...sheets.flatMap(rulesOf), ...defaultsOf(text)], keyOf);
  return ({ name, attributes }) => {
    const classes = new Set((attributes.get('class') ?? '').split(/\s+/));
    const keys = [`#${attributes.get('id')}`, ...[...classes].map((each) => `.${each}`), name, '*'];
    const candidates = keys.flatMap((key) => rules.get(key) ?? []);
    const matching = candidates.filter(
      (rule) =>
        (rule.name === null || rule.name === name) &&
        (rule.id === null || rule.id === attributes.get('id')) &&
        rule.classes.every((each) => classes.has(each)),
    );
    return [
      ...attributes,
      ...declarationsOf(attributes.get('style') ?? ''),
      ...matching.flatMap((rule) => rule.declarations),
    ];
  };
}

/** What an element has to have for a rule to match it, at the least. */
function keyOf({ name, classes: [first], id }: Rule): string {
  if (id !== null) return `#${id}`;
  return first === undefined ? (name ?? '*') : `.${first}`;
}

function rulesOf(sheet: string): readonly Rule[] {
  const plain = withoutEscapes(sheet.replace(/\/\*[\s\S]*?\*\//g, ' '));
  return [...plain.matchAll(rulePattern)].flatMap(([, selectors = '', body = '']) => {
    const declarations = declarationsOf(body);
    return selectors.split(',').map((selector) => {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      return {
        name: /^[\w-]+/.exec(last)?.[0] ?? null,
        classes: [...last.matchAll(/\.([\w-]+)/g)].map(([, each = '']) => each),
        id: /#([\w-]+)/.exec(last)?.[1] ?? null,
        declarations,
      };
    });
  });
}

/** Attributes that the file's own document type gives to elements. */
function defaultsOf(text: string): readonly Rule[] {
  return [...text.matchAll(defaultsPattern)].map(([, name = '', body = '']) => ({
    name,
    classes: [],
    id: null,
    declarations: [...body.matchAll(defaultPattern)].map(([, each = '', a, b]) => [each, a ?? b ?? ''] as const),
  }));
}

function declarationsOf(body: string): readonly Declaration[] {
  return withoutEscapes(body)
    .split(';')
    .map((declaration) => {
      const colon = declaration.indexOf(':');
      return [declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim()] as const;
    });
}

/** Without the escapes of CSS (CSS Syntax 3, 4.3.7). */
function withoutEscapes(css: string): string {
  return css.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, plain: string | undefined) =>
    code === undefined ? (plain ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff)),
  );
}
