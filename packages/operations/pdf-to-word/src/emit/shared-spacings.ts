import { element, valued } from './xml.ts';

/** Paragraphs whose spacing is compared: those of the text, of lists, of cells, and of each heading style. */
export type SpacingKind = 'text' | 'list' | 'cell' | `heading ${string}`;

/**
 * Collects the spacing of the paragraphs of the body, so that what many of them share is said by their style and not by
 * each of them. It is known at the end only: until then paragraphs hold marks, which `resolved` replaces.
 */
export interface SharedSpacings {
  /** What stands for the style at the head of a `w:pPr`, and for the spacing further down. */
  marksFor(kind: SpacingKind, spacingXml: string): { readonly style: string; readonly spacing: string };
  resolved(xml: string): string;
  /** The `w:spacing` that the style of a kind has: what most of its paragraphs share; empty where it has none. */
  spacingOf(kind: SpacingKind): string;
  /** The styles of paragraphs beside those that every document has. */
  stylesXml(): string;
}

interface ParagraphStyle {
  readonly id: string;
  readonly name: string;
}

/** The styles of a kind, the most frequent spacing first. Headings have their own. */
const stylesByKind: Readonly<Record<'text' | 'list' | 'cell', readonly ParagraphStyle[]>> = {
  text: [
    { id: 'Normal', name: 'Normal' },
    { id: 'BodyText', name: 'Body Text' },
    { id: 'BodyText2', name: 'Body Text 2' },
    { id: 'BodyText3', name: 'Body Text 3' },
  ],
  list: [
    { id: 'ListParagraph', name: 'List Paragraph' },
    { id: 'ListParagraph2', name: 'List Paragraph 2' },
  ],
  cell: [
    { id: 'TableText', name: 'Table Text' },
    { id: 'TableText2', name: 'Table Text 2' },
    { id: 'TableText3', name: 'Table Text 3' },
  ],
};

/** A spacing that fewer paragraphs of a kind share is their own, not that of a style; the first style always has one. */
const minParagraphs = 3;
const leastShare = 0.04;

const [open, between, spacingMark] = ['\u0001', '\u0002', '\u0003'];
const markPattern = new RegExp(`${open}([^${between}]*)${between}([^${open}]*)${open}|${spacingMark}`, 'g');

export function createSharedSpacings(): SharedSpacings {
  const counts = new Map<SpacingKind, Map<string, number>>();
  const chosen = new Map<SpacingKind, readonly string[]>();

  function spacingsOf(kind: SpacingKind): readonly string[] {
    const known = chosen.get(kind) ?? mostFrequent(counts.get(kind) ?? new Map(), stylesOf(kind).length);
    chosen.set(kind, known);
    return known;
  }

  return {
    marksFor(kind, spacingXml) {
      const ofKind = counts.get(kind) ?? new Map<string, number>();
      counts.set(kind, ofKind);
      ofKind.set(spacingXml, (ofKind.get(spacingXml) ?? 0) + 1);
      return { style: open + kind + between + spacingXml + open, spacing: spacingMark };
    },
    resolved(xml) {
      let direct = '';
      return xml.replace(markPattern, (mark, kind: SpacingKind | undefined, spacingXml = '') => {
        if (mark === spacingMark || kind === undefined) return direct;
        const index = spacingsOf(kind).indexOf(spacingXml);
        direct = index < 0 ? spacingXml : '';
        const style = stylesOf(kind)[Math.max(0, index)];
        return style === undefined || style.id === 'Normal' ? '' : valued('w:pStyle', style.id);
      });
    },
    spacingOf: (kind) => spacingsOf(kind)[0] ?? '',
    stylesXml() {
      return (['text', 'list', 'cell'] as const)
        .flatMap((kind) =>
          spacingsOf(kind).flatMap((spacing, index) => {
            const style = stylesOf(kind)[index];
            return style === undefined || style.id === 'Normal' ? [] : [styleXml(style, spacing)];
          }),
        )
        .join('');
    },
  };
}

function stylesOf(kind: SpacingKind): readonly ParagraphStyle[] {
  if (kind === 'text' || kind === 'list' || kind === 'cell') return stylesByKind[kind];
  const id = kind.slice('heading '.length);
  return [{ id, name: id }];
}

function mostFrequent(counts: ReadonlyMap<string, number>, most: number): readonly string[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .sort(([, first], [, second]) => second - first)
    .filter(([, count], index) => index === 0 || (count >= minParagraphs && count >= leastShare * all))
    .slice(0, most)
    .map(([spacing]) => spacing);
}

function styleXml({ id, name }: ParagraphStyle, spacing: string): string {
  return element(
    'w:style',
    { 'w:type': 'paragraph', 'w:styleId': id },
    valued('w:name', name),
    valued('w:basedOn', 'Normal'),
    '<w:qFormat/>',
    element('w:pPr', null, spacing),
  );
}
