import type { DocumentStyles, RunStyle } from '@platen/flow-document';
import { headingStyleId } from './heading-style-id.ts';
import { runProperties, runPropertiesXml } from './run-xml.ts';
import { element, valued } from './xml.ts';

/** Paragraphs whose format is compared: those of the text, of lists, of cells, and of each heading style. */
export type FormatKind = 'text' | 'list' | 'cell' | `heading ${string}`;

/** The paragraphs of a heading level. */
export function headingKind(level: number): FormatKind {
  return `heading ${headingStyleId(level)}`;
}

/** The XML of what a paragraph style can say. */
export interface SharedProperties {
  readonly spacing: string;
  readonly indent: string;
  readonly alignment: string;
}

/**
 * Collects how the paragraphs of the body are set, so that what many of them share is said by their style and not by each of
 * them. It is known at the end only: until then paragraphs hold marks, which `resolved` replaces.
 */
export interface SharedFormats {
  /** Counts a paragraph whose letters are mostly of `run`, and begins it with a mark; other marks follow. */
  beginParagraph(kind: FormatKind, properties: SharedProperties, run: RunStyle | null): string;
  /** What stands for a property, in its place in the `w:pPr`. */
  readonly marks: SharedProperties;
  /** What stands for the `w:rPr` of a run. */
  runMark(style: RunStyle): string;
  resolved(xml: string): string;
  /** What the first style of a kind says: what most of its paragraphs share. Null where it has none. */
  formatOf(kind: FormatKind): StyleFormat | null;
  /** The styles of paragraphs beside those that every document has. */
  stylesXml(): string;
}

/** How the paragraphs of a style are set. */
interface StyleFormat extends SharedProperties {
  readonly run: RunStyle;
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

/** A spacing shared by fewer paragraphs of a kind stays direct formatting; the first style always has one. */
const minParagraphs = 3;
const leastShare = 0.04;

/** Without indents: what a style says unless most of its paragraphs say otherwise. */
export const noIndent = element('w:ind', { 'w:left': 0, 'w:right': 0, 'w:firstLine': 0 });

/** Control characters, which no text of a document has. */
const [open, between, runMark] = ['\u0001', '\u0002', '\u0006'];
const marks = { spacing: '\u0003', indent: '\u0004', alignment: '\u0005' } as const;
const markPattern = new RegExp(
  [
    `${open}([^${between}]*)${between}(\\d+)${open}`,
    `([${Object.values(marks).join('')}])`,
    `${runMark}(\\d+)${runMark}`,
  ].join('|'),
  'g',
);

interface CountedSpacing {
  count: number;
  readonly indents: Map<string, number>;
  readonly alignments: Map<string, number>;
  readonly runs: Map<RunStyle, number>;
}

/** `styles` are those that every document has: Normal, which looks like the body, and those of headings. */
export function createSharedFormats({ body, headings }: Pick<DocumentStyles, 'body' | 'headings'>): SharedFormats {
  const headingRun = (kind: FormatKind) => headings.find(({ level }) => kind === headingKind(level))?.run ?? null;
  const counts = new Map<FormatKind, Map<string, CountedSpacing>>();
  const chosen = new Map<FormatKind, readonly StyleFormat[]>();
  const formats = createInterned<SharedProperties>();
  const runs = createInterned<RunStyle>();

  function stylesOfKind(kind: FormatKind): readonly StyleFormat[] {
    const known = chosen.get(kind);
    if (known !== undefined) return known;
    const found = mostFrequent(counts.get(kind) ?? new Map(), stylesOf(kind).length).map(
      ([spacing, counted], index) => ({
        spacing,
        // LibreOffice sets what is behind a column break inside a paragraph as Normal says, a first line of its own too.
        indent: kind === 'text' && index === 0 ? noIndent : indentOf(kind, counted),
        alignment: heaviestKey(counted.alignments) ?? '',
        run: headingRun(kind) ?? (kind === 'text' && index === 0 ? body : (heaviestKey(counted.runs) ?? body)),
      }),
    );
    chosen.set(kind, found);
    return found;
  }

  return {
    marks,
    beginParagraph(kind, properties, run) {
      const ofKind = counts.get(kind) ?? new Map<string, CountedSpacing>();
      counts.set(kind, ofKind);
      const { spacing, indent, alignment } = properties;
      const counted: CountedSpacing = ofKind.get(spacing) ?? {
        count: 0,
        indents: new Map(),
        alignments: new Map(),
        runs: new Map(),
      };
      ofKind.set(spacing, counted);
      counted.count += 1;
      increase(counted.indents, indent);
      increase(counted.alignments, alignment);
      if (run !== null) increase(counted.runs, runs.valueOf(runs.idOf(plain(run))));
      return `${open}${kind}${between}${formats.idOf(properties)}${open}`;
    },
    runMark: (style) => `${runMark}${runs.idOf(style)}${runMark}`,
    resolved(xml) {
      let own: SharedProperties | null = null;
      let style: StyleFormat | null = null;
      const properties = xml.replace(
        markPattern,
        (_mark, kind?: FormatKind, format?: string, property?: string, run?: string) => {
          if (run !== undefined) return runPropertiesXml(runs.valueOf(Number(run)), style?.run ?? body);
          if (property !== undefined) return own === null ? '' : differing(own, style, property);
          if (kind === undefined) return '';
          own = formats.valueOf(Number(format));
          const ofKind = stylesOfKind(kind);
          const index = Math.max(
            0,
            ofKind.findIndex(({ spacing }) => spacing === own?.spacing),
          );
          style = ofKind[index] ?? null;
          const named = stylesOf(kind)[index];
          return named === undefined || named.id === 'Normal' ? '' : valued('w:pStyle', named.id);
        },
      );
      return properties.replaceAll('<w:pPr></w:pPr>', '');
    },
    formatOf: (kind) => stylesOfKind(kind)[0] ?? null,
    stylesXml() {
      return (['text', 'list', 'cell'] as const)
        .flatMap((kind) =>
          stylesOfKind(kind).flatMap((format, index) => {
            const style = stylesOf(kind)[index];
            return style === undefined || style.id === 'Normal' ? [] : [styleXml(style, format, body)];
          }),
        )
        .join('');
    },
  };
}

/** What of a paragraph its style does not say. */
function differing(own: SharedProperties, style: SharedProperties | null, mark: string): string {
  const property = mark === marks.spacing ? 'spacing' : mark === marks.indent ? 'indent' : 'alignment';
  return own[property] === style?.[property] ? '' : own[property];
}

/** Numbers for values, the same for equal ones. */
function createInterned<Value>() {
  const ids = new Map<string, number>();
  const values: Value[] = [];
  return {
    idOf(value: Value): number {
      const key = JSON.stringify(value);
      const id = ids.get(key) ?? values.length;
      if (id === values.length) {
        ids.set(key, id);
        values.push(value);
      }
      return id;
    },
    valueOf(id: number): Value {
      const value = values[id];
      if (value === undefined) throw new RangeError(`There is no value ${id}`);
      return value;
    },
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function heaviestKey<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  return [...counts].reduce<readonly [Key, number] | undefined>(
    (best, entry) => (best === undefined || entry[1] > best[1] ? entry : best),
    undefined,
  )?.[0];
}

/** The properties that a style can have: decorations of words, and what depends on their script, stay with the runs. */
function plain({ lang: _lang, ...run }: RunStyle): RunStyle {
  return { ...run, underline: false, strike: false, highlight: null, script: 'normal', rightToLeft: false };
}

/**
 * Indents of a style are those of most of its paragraphs. Lists have theirs from their levels, which a style must not
 * change; a hanging one would stay where a paragraph asks for a first line that is in.
 */
function indentOf(kind: FormatKind, { count, indents }: CountedSpacing): string {
  const most = heaviestKey(indents) ?? '';
  const isShared = 2 * (indents.get(most) ?? 0) > count;
  if (kind === 'list') return '';
  return kind !== 'cell' && isShared && !most.includes('w:hanging') ? most : noIndent;
}

function stylesOf(kind: FormatKind): readonly ParagraphStyle[] {
  if (kind === 'text' || kind === 'list' || kind === 'cell') return stylesByKind[kind];
  const id = kind.slice('heading '.length);
  return [{ id, name: id }];
}

function mostFrequent(counts: ReadonlyMap<string, CountedSpacing>, most: number): [string, CountedSpacing][] {
  const all = [...counts.values()].reduce((sum, { count }) => sum + count, 0);
  return [...counts]
    .sort(([, first], [, second]) => second.count - first.count)
    .filter(([, { count }], index) => index === 0 || (count >= minParagraphs && count >= leastShare * all))
    .slice(0, most);
}

function styleXml({ id, name }: ParagraphStyle, format: StyleFormat, body: RunStyle): string {
  return element(
    'w:style',
    { 'w:type': 'paragraph', 'w:styleId': id },
    valued('w:name', name),
    valued('w:basedOn', 'Normal'),
    '<w:qFormat/>',
    element('w:pPr', null, format.spacing, format.indent, format.alignment),
    element('w:rPr', null, ...runProperties(format.run, body)).replace('<w:rPr/>', ''),
  );
}
