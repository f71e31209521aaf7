import { gunzipSync } from 'node:zlib';
import { type SvgElement, svgElements, withEntities } from './svg-elements.ts';
import { type Declaration, svgStyles } from './svg-styles.ts';

/** A step of a filter, in shapes that take librsvg as long at the least: 20 µs each, and 0.4 ms. */
const stepWeight = 20;
/** Characters of one run of text whose square is a shape: librsvg takes 7 s for 5 000 letters in one, which would reach over 40 000 pixels. */
const charsOfShape = 22;
/** What has text. */
const texts: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath', 'a']);
/** Past any bound; librsvg refuses such chains. */
const maxDepth = 1_000;

/** Characters that all SVG in addresses may expand to beyond those of the file: 4 MB of elements take a second to read. */
const maxEmbeddedChars = 4_000_000;

/** What is drawn only where something refers to it. */
const definitions: ReadonlySet<string> = new Set(['defs', 'symbol', 'pattern', 'mask', 'clipPath', 'marker', 'filter']);
/** What each element inside inherits, and draws for itself. */
const inheritedPattern = /^(?:fill|stroke|marker)/;
const drawnPattern = /^(?:fill|stroke|marker.*|mask|clip-path|filter)$/;

/**
 * Counts what librsvg draws of an SVG, each thing as often as others refer to it: a few kilobytes can stand for billions. Steps of
 * filters count more, and an SVG that is a picture in it as what it draws itself. What refers to itself is not drawn.
 */
export function svgWork(source: string, budget = { chars: 2 * source.length + maxEmbeddedChars }): number {
  const text = withEntities(source);
  budget.chars -= text?.length ?? 0;
  if (text === null || budget.chars < 0) return Number.POSITIVE_INFINITY;
  const elements = svgElements(text);
  const declarationsOf = svgStyles(text);
  const places = new Map(elements.map(({ attributes }, place) => [attributes.get('id'), place]));
  const known = new Map<number, number>();

  const costAt = (place: number, depth: number): number => {
    const element = elements[place];
    const cost = known.get(place);
    if (cost !== undefined || element === undefined) return cost ?? 0;
    if (depth > maxDepth) return Number.POSITIVE_INFINITY;
    known.set(place, 0);
    const counted = costOf(element, declarationsOf(element), {
      child: (at) => costAt(at, depth + 1),
      named: (id) => costAt(places.get(id) ?? -1, depth + 1),
      embedded: (address) => embeddedWork(address, budget),
      isDrawn: (at) => !definitions.has(elements[at]?.name ?? ''),
    });
    known.set(place, counted);
    return counted;
  };
  return costAt(0, 0);
}

interface Costs {
  child(place: number): number;
  named(id: string): number;
  embedded(address: string): number;
  isDrawn(place: number): boolean;
}

function costOf(element: SvgElement, declarations: readonly Declaration[], costs: Costs): number {
  const { name, attributes, children, textChars } = element;
  let drawn = name.startsWith('fe') ? stepWeight : 1;
  if (texts.has(name)) drawn += Math.floor((textChars / charsOfShape) ** 2);
  for (const child of children) if (costs.isDrawn(child)) drawn += costs.child(child);
  const reference = attributes.get('href') ?? attributes.get('xlink:href') ?? '';
  drawn += reference.startsWith('#') ? costs.named(reference.slice(1)) : costs.embedded(reference);
  let beside = 0;
  for (const [property, value] of declarations.filter(([each]) => drawnPattern.test(each))) {
    const times = inheritedPattern.test(property) ? drawn * (property.startsWith('marker') ? pointsOf(element) : 1) : 1;
    for (const [, id = ''] of value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)) {
      const cost = costs.named(id);
      if (cost > 0) beside += cost * times;
    }
    if (property === 'filter') beside += (value.match(/\b(?!url)[a-z-]+\(/g)?.length ?? 0) * stepWeight;
  }
  return drawn + beside;
}

/** What an SVG draws that is the address of a picture itself (`data:`); 0 for other pictures. */
function embeddedWork(address: string, budget: { chars: number }): number {
  const [, isBase64, data = ''] = /^\s*data:[^,]*?(;\s*base64\s*)?,(.*)$/is.exec(address) ?? [];
  const bytes = Buffer.from(data, isBase64 === undefined ? 'latin1' : 'base64');
  const isGzipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const text = (isGzipped ? gunzipSync(bytes, { maxOutputLength: maxEmbeddedChars }) : bytes).toString('latin1');
    const source = isBase64 === undefined ? withEscapes(text) : text;
    return source.includes('<svg') || source.includes(':svg') ? svgWork(source, budget) : 0;
  } catch {
    // It expands to more than anybody draws, or is cut off, which nobody draws either.
    return isGzipped ? Number.POSITIVE_INFINITY : 0;
  }
}

function withEscapes(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** As many points as a shape may have a marker at. */
function pointsOf({ attributes }: SvgElement): number {
  return (attributes.get('d') ?? attributes.get('points') ?? '').match(/[\d.]+/g)?.length ?? 2;
}
