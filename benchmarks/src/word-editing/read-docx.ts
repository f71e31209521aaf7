import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { parseXml, type XmlElement } from './parse-xml.ts';

/** A paragraph as it is in the file, without what its style says. */
export interface DocxParagraph {
  readonly text: string;
  readonly styleId: string;
  readonly place: 'body' | 'cell' | 'text box';
  readonly numbered: boolean;
  /** A hard break to a new page between the paragraph before and this one. */
  readonly beginsPage: boolean;
  /** Names of the elements in its `w:pPr`. */
  readonly properties: readonly string[];
  readonly runs: readonly DocxRun[];
}

export interface DocxRun {
  readonly text: string;
  /** Names of the elements in its `w:rPr`. */
  readonly properties: readonly string[];
}

/** What a reader of a document sees, part by part. */
export interface Docx {
  /** In order, those in cells and text boxes too. */
  readonly paragraphs: readonly DocxParagraph[];
  /** Headers and footers. */
  readonly runningText: string;
  readonly notesText: string;
  /** Alternative texts of pictures. */
  readonly alternativeText: string;
  /** What lists write before their paragraphs, such as `%1.%2`, once for each paragraph. */
  readonly labels: readonly string[];
  readonly noteCount: number;
  readonly hasPageField: boolean;
  readonly numbersLines: boolean;
  /** Shapes behind the text: white rectangles, and straight lines. */
  readonly shapes: { readonly white: number; readonly lines: number; readonly all: number };
}

/** Reads what is in a DOCX, with the parts around its body. */
export async function readDocx(path: string): Promise<Docx> {
  const files = unzipSync(await readFile(path));
  const part = (name: string) => parseXml(strFromU8(files[name] ?? new Uint8Array()));
  const named = (pattern: RegExp) => Object.keys(files).filter((name) => pattern.test(name));
  const document = part('word/document.xml');
  const running = named(/^word\/(?:header|footer)\d*\.xml$/).map(part);
  const notes = part('word/footnotes.xml');
  const parts = [document, notes, ...running];
  const paragraphs = paragraphsOf(document);
  return {
    paragraphs,
    runningText: running.map(textOf).join('\n'),
    notesText: textOf(notes),
    alternativeText: parts
      .flatMap((root) => all(root, 'wp:docPr'))
      .map(({ attributes }) => attributes.descr ?? '')
      .join('\n'),
    labels: labelsOf(document, part('word/numbering.xml')),
    noteCount: all(document, 'w:footnoteReference').length,
    hasPageField: running.some((root) => all(root, 'w:fldSimple').length > 0),
    numbersLines: all(document, 'w:lnNumType').length > 0,
    shapes: shapesOf(parts),
  };
}

function all(root: XmlElement, name: string): readonly XmlElement[] {
  const own = root.children.filter((child) => typeof child !== 'string');
  return own.flatMap((child) => (child.name === name ? [child, ...all(child, name)] : all(child, name)));
}

function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child): child is XmlElement => typeof child !== 'string' && child.name === name);
}

const spacesFor: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:br': ' ',
  'w:cr': ' ',
  'w:noBreakHyphen': '-',
  'w:softHyphen': '',
  'w:p': '\n',
};

/** The text of an element; what is drawn for readers without shapes is left out, as it says the same again. */
function textOf(element: XmlElement): string {
  if (element.name === 'mc:Fallback' || element.name === 'w:tabs') return '';
  const inner = element.children
    .map((child) => {
      if (typeof child !== 'string') return textOf(child);
      return element.name === 'w:t' || element.name === 'm:t' ? child : '';
    })
    .join('');
  return inner + (spacesFor[element.name] ?? '');
}

/** What `textOf` finds outside of text boxes. */
function ownTextOf(element: XmlElement): string {
  if (element.name === 'w:drawing' || element.name === 'mc:AlternateContent') return '';
  if (element.name === 'w:t') return textOf(element);
  const inner = element.children.map((child) => (typeof child === 'string' ? '' : ownTextOf(child))).join('');
  return element.name === 'w:tabs' ? '' : inner + (spacesFor[element.name] ?? '');
}

function namesIn(element: XmlElement | undefined): readonly string[] {
  return (element?.children ?? []).flatMap((child) => (typeof child === 'string' ? [] : [child.name]));
}

function paragraphsOf(document: XmlElement): readonly DocxParagraph[] {
  const found: DocxParagraph[] = [];
  let sectionEnded = false;
  const sections = all(document, 'w:sectPr');
  let section = 0;
  const startsPage = (properties: XmlElement | undefined) => {
    const type = childNamed(properties, 'w:type')?.attributes['w:val'] ?? 'nextPage';
    return type !== 'continuous' && type !== 'nextColumn';
  };

  function visit(element: XmlElement, place: DocxParagraph['place']): void {
    if (element.name === 'mc:Fallback') return;
    if (element.name === 'w:p') visitParagraph(element, place);
    const within = element.name === 'w:tc' ? 'cell' : element.name === 'w:txbxContent' ? 'text box' : place;
    for (const child of element.children) if (typeof child !== 'string') visit(child, within);
  }

  function visitParagraph(element: XmlElement, place: DocxParagraph['place']): void {
    const properties = childNamed(element, 'w:pPr');
    const breaks = all(element, 'w:br').some(({ attributes }) => attributes['w:type'] === 'page');
    found.push({
      text: ownTextOf(element).trim(),
      styleId: childNamed(properties, 'w:pStyle')?.attributes['w:val'] ?? 'Normal',
      place,
      numbered: childNamed(properties, 'w:numPr') !== undefined,
      beginsPage: breaks || sectionEnded || childNamed(properties, 'w:pageBreakBefore') !== undefined,
      properties: namesIn(properties),
      runs: all(element, 'w:r').map((run) => ({ text: ownTextOf(run), properties: namesIn(childNamed(run, 'w:rPr')) })),
    });
    if (place !== 'body') return;
    sectionEnded = false;
    if (childNamed(properties, 'w:sectPr') === undefined) return;
    section += 1;
    sectionEnded = startsPage(sections[section]);
  }

  visit(document, 'body');
  return found;
}

function labelsOf(document: XmlElement, numbering: XmlElement): readonly string[] {
  const abstractOf = new Map(
    all(numbering, 'w:num').map((num) => [
      num.attributes['w:numId'],
      childNamed(num, 'w:abstractNumId')?.attributes['w:val'],
    ]),
  );
  const labels = new Map(
    all(numbering, 'w:abstractNum').flatMap((abstract) =>
      all(abstract, 'w:lvl').map((level) => [
        `${abstract.attributes['w:abstractNumId']}/${level.attributes['w:ilvl']}`,
        childNamed(level, 'w:lvlText')?.attributes['w:val'] ?? '',
      ]),
    ),
  );
  return all(document, 'w:numPr').flatMap((properties) => {
    const number = childNamed(properties, 'w:numId')?.attributes['w:val'];
    const level = childNamed(properties, 'w:ilvl')?.attributes['w:val'] ?? '0';
    return labels.get(`${abstractOf.get(number)}/${level}`) ?? [];
  });
}

function shapesOf(parts: readonly XmlElement[]): Docx['shapes'] {
  const shapes = parts.flatMap((root) => all(root, 'wps:wsp')).filter((shape) => all(shape, 'w:t').length === 0);
  const isWhite = (shape: XmlElement) => {
    const properties = childNamed(shape, 'wps:spPr');
    const fill = childNamed(childNamed(properties, 'a:solidFill'), 'a:srgbClr')?.attributes.val;
    return fill?.toUpperCase() === 'FFFFFF';
  };
  const isLine = (shape: XmlElement) =>
    all(shape, 'a:ext').some(({ attributes: { cx, cy } }) => isThin(cx) || isThin(cy));
  return { white: shapes.filter(isWhite).length, lines: shapes.filter(isLine).length, all: shapes.length };
}

/** Less than 4 points, in EMU. */
function isThin(length = ''): boolean {
  return Number(length) < 50_800;
}
