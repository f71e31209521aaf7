import type { ListDefinition } from '@platen/flow-document';
import { htmlAttribute } from './escape-markdown.ts';
import { createListLabels, type ItemLabel } from './list-labels.ts';
import type { CodePart, HeadingPart, ItemPart, MarkdownPart } from './markdown-parts.ts';

export interface AssemblySettings {
  readonly lists: readonly ListDefinition[];
  /** The places that links lead to. */
  readonly linked: ReadonlySet<string>;
  readonly pageMarks: boolean;
}

/** Puts the parts below each other: lists are numbered and nested, places that are linked to get anchors. */
export function assembleMarkdown(parts: readonly MarkdownPart[], settings: AssemblySettings): string {
  const labelOf = createListLabels(settings.lists);
  const lines = createLines();
  const list = createOpenList();
  let lastPage = 0;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as MarkdownPart;
    if (settings.pageMarks && part.pageNumber !== null && part.pageNumber > lastPage) {
      for (const page of pagesTo(part.pageNumber, lastPage)) lines.block(`<!-- page ${page} -->`);
      lastPage = part.pageNumber;
      list.close();
    }
    const anchors = part.bookmarks
      .filter((name) => settings.linked.has(name))
      .map((name) => `<a id=${htmlAttribute(name)}></a>`)
      .join('');
    if (part.kind === 'item') {
      const { text, isNew } = list.add(part, labelOf(part.list.listId, part.list.level), anchors);
      if (isNew) lines.block(text);
      else lines.line(text);
      continue;
    }
    list.close();
    if (part.kind === 'code') {
      const run = codeRun(parts, index);
      if (anchors !== '') lines.block(anchors);
      lines.block(codeBlock(run));
      index += run.length - 1;
    } else if (part.kind === 'heading') {
      lines.block(headingLine(part, part.list === null ? null : labelOf(part.list.listId, part.list.level), anchors));
    } else if (part.text !== '') {
      // An anchor before a table would be part of its first row.
      if (anchors !== '' && /^[|<]/.test(part.text)) lines.block(anchors);
      lines.block(/^[|<]/.test(part.text) ? part.text : anchors + part.text);
    }
  }
  return lines.text();
}

/** The pages that begin up to a block: those before it on which no block begins have their marks, too, once one has. */
function pagesTo(pageNumber: number, lastPage: number): readonly number[] {
  if (lastPage === 0) return [pageNumber];
  return Array.from({ length: pageNumber - lastPage }, (_, index) => lastPage + index + 1);
}

function createLines() {
  const lines: string[] = [];
  return {
    /** After an empty line. */
    block: (text: string) => void lines.push(lines.length === 0 ? text : `\n${text}`),
    line: (text: string) => void lines.push(text),
    text: () => (lines.length === 0 ? '' : `${lines.join('\n')}\n`),
  };
}

function headingLine({ level, text }: HeadingPart, label: ItemLabel | null, anchors: string): string {
  const number = label?.text ?? null;
  // Marks at the end would be taken for the closing ones.
  const safe = text.replace(/(^|\s)(#+)$/, '$1\\$2');
  return `${'#'.repeat(level)} ${anchors}${number === null ? '' : `${number} `}${safe}`;
}

interface OpenLevel {
  readonly level: number;
  /** How far the text of its items is indented. */
  readonly indent: number;
  readonly number: number | null;
  readonly mark: string;
}

function createOpenList() {
  let open: OpenLevel[] = [];
  return {
    close() {
      open = [];
    },
    /** The lines of an item; `isNew` where an empty line belongs before it. */
    add({ list: { level }, text }: ItemPart, { counted, text: label }: ItemLabel, anchors: string) {
      const wasOpen = open.length > 0;
      const before = open.find((each) => each.level === level);
      open = open.filter((each) => each.level < level);
      const indent = open.at(-1)?.indent ?? 0;
      const marker = counted === null ? '-' : `${counted.number}${counted.mark}`;
      const continues = before === undefined || continuesAs(before, counted);
      const own = counted === null && label !== null ? `${label} ` : '';
      open.push({
        level,
        indent: indent + marker.length + 1,
        number: counted?.number ?? null,
        mark: counted?.mark ?? '-',
      });
      const padding = ' '.repeat(indent + marker.length + 1);
      const item = `${' '.repeat(indent)}${marker} ${anchors}${own}${text.replaceAll('\n', `\n${padding}`)}`;
      if (continues) return { text: item, isNew: !wasOpen };
      // Another list begins: without a block between them the two would be one.
      return { text: `\n${' '.repeat(indent)}<!-- -->\n\n${item}`, isNew: false };
    },
  };
}

function continuesAs({ number, mark }: OpenLevel, counted: ItemLabel['counted']): boolean {
  if (counted === null || number === null) return true;
  return mark !== counted.mark || counted.number === number + 1;
}

function codeRun(parts: readonly MarkdownPart[], start: number): readonly CodePart[] {
  const run: CodePart[] = [];
  for (const part of parts.slice(start)) {
    if (part.kind !== 'code') break;
    run.push(part);
  }
  return run;
}

/** Lines are as far in as on the page, counted in letters. */
function codeBlock(run: readonly CodePart[]): string {
  const leftPt = Math.min(...run.map(({ indentPt }) => indentPt));
  const lines = run.flatMap(({ lines, indentPt, letterPt }) => {
    const padding = ' '.repeat(Math.round((indentPt - leftPt) / letterPt));
    return lines.map((line) => padding + line);
  });
  const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([marks]) => marks.length)));
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence].join('\n');
}
