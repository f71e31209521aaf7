import type { Block, Inline, Paragraph } from '@platen/flow-document';
import { element } from './xml.ts';

/**
 * Makes tables of contents fields, which a word processor brings up to date. Whether their entries are the headings of the
 * document is known at its end only: until then their paragraphs hold marks, which `resolved` replaces.
 */
export interface ContentsFields {
  /** The XML of the next block of the document, with marks if it is an entry. */
  marked(block: Block, xml: string): string;
  resolved(xml: string): string;
}

interface Contents {
  readonly titles: string[];
  /** The number of other paragraphs after the last entry: titles without a page, or of two lines. */
  others: number;
}

/** Minimum number of entries; fewer may be anything with a leader to a number. */
const minEntries = 3;
/** The share of entries that must be headings: the others would disappear when the field is updated. */
const headingShare = 0.9;
/** Maximum other paragraphs between two entries. */
const mostOthers = 2;

/** A control character, which no text of a document has. */
const sign = '\u0007';
const markPattern = new RegExp(`${sign}(begin|end) (\\d+) (\\d+)${sign}`, 'g');

/** Begins a document without contents. */
export function createContentsFields(): ContentsFields {
  const all: Contents[] = [];
  const headings = new Map<string, number>();
  const levels = new Map<Contents, number | null>();
  let isOpen = false;

  function addEntry(title: string): string {
    if (!isOpen) all.push({ titles: [], others: 0 });
    isOpen = true;
    const contents = all.at(-1);
    contents?.titles.push(title);
    if (contents !== undefined) contents.others = 0;
    return `${all.length - 1} ${(contents?.titles.length ?? 1) - 1}`;
  }

  function passOver(block: Block): void {
    const contents = all.at(-1);
    if (!isOpen || contents === undefined) return;
    contents.others += 1;
    isOpen = block.kind === 'paragraph' && contents.others <= mostOthers;
  }

  /** The deepest heading level listed in the contents; null if they list something else. */
  function levelOf(contents: Contents): number | null {
    const known = levels.get(contents);
    if (known !== undefined) return known;
    const { titles } = contents;
    const found = titles.flatMap((title) => headings.get(title) ?? []);
    const isWhole = titles.length >= minEntries && found.length >= headingShare * titles.length;
    const level = isWhole ? found.reduce((deepest, each) => Math.max(deepest, each)) : null;
    levels.set(contents, level);
    return level;
  }

  return {
    marked(block, xml) {
      const title = block.kind === 'paragraph' && block.headingLevel === 0 ? titleOfEntry(block) : null;
      if (title === null) {
        passOver(block);
        if (block.kind === 'paragraph' && block.headingLevel > 0) headings.set(lettersOf(block), block.headingLevel);
        return xml;
      }
      const place = addEntry(title);
      return withMarks(xml, `${sign}begin ${place}${sign}`, `${sign}end ${place}${sign}`);
    },
    resolved: (xml) =>
      xml.replace(markPattern, (_mark, kind: string, index: string, entry: string) => {
        const contents = all[Number(index)];
        const level = contents === undefined ? null : levelOf(contents);
        if (contents === undefined || level === null) return '';
        if (kind === 'begin') return entry === '0' ? fieldBegin(level) : '';
        return Number(entry) === contents.titles.length - 1 ? fieldChar('end') : '';
      }),
  };
}

/** The title of a line with a leader to a page; null for other paragraphs. */
function titleOfEntry({ inlines, format }: Paragraph): string | null {
  const leads = format.tabStops.some(({ alignment, leader }) => alignment === 'right' && leader === 'dot');
  const [, title] = (leads && /^(.*)\t[\s–—-]*(?:\d{1,4}|[ivxlc]{1,7})[\s–—-]*$/iu.exec(textOf(inlines))) || [];
  return title === undefined ? null : plainLetters(title);
}

function lettersOf({ inlines }: Paragraph): string {
  return plainLetters(textOf(inlines));
}

/** Numbers before titles may be text in one place and list numbering in the other. */
function plainLetters(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(/\P{L}/gu, '');
}

function textOf(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'link') return textOf(inline.children);
      if (inline.kind === 'tab') return '\t';
      return inline.kind === 'text' ? inline.text : '';
    })
    .join('');
}

/** Marks at the beginning and the end of what a paragraph says. */
function withMarks(xml: string, begin: string, end: string): string {
  const properties = xml.indexOf('</w:pPr>');
  const from = properties < 0 ? '<w:p>'.length : properties + '</w:pPr>'.length;
  const to = xml.lastIndexOf('</w:p>');
  return xml.slice(0, from) + begin + xml.slice(from, to) + end + xml.slice(to);
}

function fieldBegin(level: number): string {
  const instruction = element('w:instrText', { 'xml:space': 'preserve' }, ` TOC \\o &quot;1-${level}&quot; \\h \\z `);
  return fieldChar('begin') + element('w:r', null, instruction) + fieldChar('separate');
}

function fieldChar(type: 'begin' | 'separate' | 'end'): string {
  return element('w:r', null, element('w:fldChar', { 'w:fldCharType': type }));
}
