import { rmSync, writeFileSync } from 'node:fs';
import {
  type Block,
  type FlowDocumentHead,
  type FlowDocumentWriter,
  type FootnoteInline,
  type Inline,
  type Paragraph,
  type SectionLayout,
  type TableBlock,
  titleLevel,
} from '@platen/flow-document';
import { assembleMarkdown } from './assemble-markdown.ts';
import { type InlineContext, inlineMarkdown } from './inline-markdown.ts';
import { joinedTable } from './joined-tables.ts';
import type { MarkdownPart, PartPlace } from './markdown-parts.ts';
import { paragraphText } from './paragraph-text.ts';
import type { PictureFiles } from './picture-files.ts';
import { tableMarkdown } from './table-markdown.ts';
import { isMonospaced } from './text-spans.ts';

export interface MarkdownSettings {
  /** Null where pictures are not written. */
  readonly pictures: PictureFiles | null;
  /** Whether a comment says where each page begins. */
  readonly pageMarks: boolean;
  warn(code: string, message: string): void;
}

interface Note {
  readonly label: string;
  readonly text: string;
  /** It is referred to from HTML, where Markdown knows no notes. */
  readonly isPlain: boolean;
}

/**
 * Writes Markdown to `path` when it is closed. Until then the text is kept in memory, since labels of lists are known last; pictures
 * are written at once.
 */
// Long: what its methods share is what has been written so far.
export function createMarkdownWriter(
  path: string,
  { styles }: FlowDocumentHead,
  { pictures, pageMarks, warn }: MarkdownSettings,
): FlowDocumentWriter {
  const parts: MarkdownPart[] = [];
  const notes: Note[] = [];
  const linked = new Set<string>();
  const pages = new Set<number>();
  const sections: SectionLayout[] = [];
  const hasTitle = styles.headings.some(({ level }) => level === titleLevel);
  const isTyped = isMonospaced(styles.body.fontName);
  /** The table written last, which may go on, and its last page. */
  let open: { readonly table: TableBlock; readonly lastPage: number | null } | null = null;

  function endTable(): void {
    if (open !== null) parts.push(...partsOf(open.table));
    open = null;
  }

  function partsOf(block: Block): readonly MarkdownPart[] {
    const apart: Block[] = [];
    const context: InlineContext = {
      pictureName: (picture) => pictures?.nameOf(picture) ?? null,
      noteLabel: (note) => addNote(note, block.kind === 'table'),
      linkTo: (bookmark) => void linked.add(bookmark),
      setApart: ({ paragraphs }) => void apart.push(...paragraphs),
    };
    const pageNumber = block.pageNumber ?? null;
    const own =
      block.kind === 'table'
        ? tableParts(block, pageNumber, context)
        : [paragraphPart(block, { pageNumber, bookmarks: block.bookmarks }, context)];
    return [...own, ...apart.flatMap(partsOf)];
  }

  /** A frame around text is no table, but its text; so are boxes side by side. */
  function tableParts(table: TableBlock, pageNumber: number | null, context: InlineContext) {
    const cells = table.rows.flatMap((row) => row.cells);
    if (cells.length === 1 || table.isLayout === true) return cells.flatMap(({ blocks }) => blocks.flatMap(partsOf));
    const { bookmarks } = { bookmarks: cells.flatMap(({ blocks }) => blocks).flatMap(bookmarksOf) };
    return [{ kind: 'text' as const, text: tableMarkdown(table, context), pageNumber, bookmarks }];
  }

  function paragraphPart(paragraph: Paragraph, place: PartPlace, context: InlineContext): MarkdownPart {
    const { headingLevel, list, inlines } = paragraph;
    // Where all is typed, its letters do not mark programs.
    const typed = isTyped ? { code: false } : {};
    if (headingLevel > 0) {
      const plain = { bold: false, code: false, ...(isAllItalic(inlines) ? { italic: false } : {}) };
      const text = inlineMarkdown(inlines, context, { lineBreak: ' ', plain }).trim();
      return { kind: text === '' ? 'text' : 'heading', level: markdownLevel(headingLevel), text, list, ...place };
    }
    if (list === null && !isTyped && isProgram(paragraph)) return codePart(paragraph, place);
    const text = paragraphText(inlineMarkdown(inlines, context, { lineBreak: '\\\n', plain: typed }));
    return list === null ? { kind: 'text', text, ...place } : { kind: 'item', text, list, ...place };
  }

  /** The title is the only heading of the first level, where there is one. */
  function markdownLevel(headingLevel: number): number {
    if (headingLevel === titleLevel) return 1;
    return Math.min(6, headingLevel + (hasTitle ? 1 : 0));
  }

  function addNote({ blocks }: FootnoteInline, isPlain: boolean): string {
    const index = notes.length;
    const label = String(index + 1);
    notes.push({ label, text: '', isPlain });
    const text = assembleMarkdown(blocks.flatMap(partsOf), { lists: [], linked, pageMarks: false }).trim();
    notes[index] = { label, text, isPlain };
    return label;
  }

  /** What the pages of a document share is left out. On a single page it is text of that page. */
  function runningParts(side: 'headers' | 'footers'): readonly MarkdownPart[] {
    const sets = sections.flatMap((section) => Object.values(section[side]));
    const blocks = sets.flatMap((furniture) => furniture?.blocks ?? []);
    if (pages.size <= 1) return blocks.flatMap(partsOf);
    return [];
  }

  return {
    write(block) {
      if (block.pageNumber !== undefined) pages.add(block.pageNumber);
      if (block.kind === 'table') {
        const joined = open === null ? null : joinedTable(open.table, block, open.lastPage);
        if (joined === null) endTable();
        open = { table: joined ?? block, lastPage: block.pageNumber ?? null };
      } else if (open === null || !isEmpty(block)) {
        endTable();
        parts.push(...partsOf(block));
      }
    },
    endSection: (section) => void sections.push(section),
    async close({ lists }) {
      endTable();
      if (pages.size > 1 && sections.some(hasRunningLines)) {
        warn('RUNNING_LINES_LEFT_OUT', 'The headers and footers that the pages share are left out');
      }
      const all = [...runningParts('headers'), ...parts, ...runningParts('footers')];
      const text = assembleMarkdown(all, { lists, linked, pageMarks });
      writeFileSync(path, text + notes.map((note) => `\n${noteText(note)}\n`).join(''));
      await pictures?.finish();
    },
    abandon: () => rmSync(path, { force: true }),
  };
}

/** Whether a paragraph is only there for the layout. */
function isEmpty({ inlines, bookmarks, list }: Paragraph): boolean {
  return (
    list === null &&
    bookmarks.length === 0 &&
    inlines.every(
      (inline) =>
        inline.kind === 'break' || inline.kind === 'shape' || (inline.kind === 'text' && inline.text.trim() === ''),
    )
  );
}

function bookmarksOf(block: Block): readonly string[] {
  return block.kind === 'paragraph' ? block.bookmarks : [];
}

function hasRunningLines({ headers, footers }: SectionLayout): boolean {
  return [headers, footers].some((set) => Object.values(set).some((furniture) => (furniture?.blocks.length ?? 0) > 0));
}

function noteText({ label, text, isPlain }: Note): string {
  if (isPlain) return `<sup>${label}</sup> ${text}`;
  return `[^${label}]: ${text.replaceAll(/\n(?!\n|$)/g, '\n    ')}`;
}

/** Whether all of the text is in letters of equal widths. */
function isProgram({ inlines }: Paragraph): boolean {
  const texts = inlines.filter((inline) => inline.kind !== 'tab' && inline.kind !== 'break');
  return (
    texts.some((inline) => inline.kind === 'text' && inline.text.trim() !== '') &&
    texts.every(
      (inline) => inline.kind === 'text' && (inline.text.trim() === '' || isMonospaced(inline.style.fontName)),
    )
  );
}

/** The width of a letter of such fonts, as a share of their size. */
const letterEm = 0.6;

function codePart({ inlines, format }: Paragraph, place: PartPlace): MarkdownPart {
  const text = inlines.map((inline) =>
    inline.kind === 'text' ? inline.text.replaceAll('\u00AD', '') : inline.kind === 'tab' ? '\t' : '\n',
  );
  const sizePt = inlines.find((inline) => inline.kind === 'text')?.style.sizePt ?? 10;
  return {
    kind: 'code',
    lines: text.join('').trimEnd().split('\n'),
    indentPt: format.indentLeftPt + format.firstLinePt,
    letterPt: letterEm * sizePt,
    ...place,
  };
}

/** Whether the slope is the look of the heading, and emphasizes nothing in it. */
function isAllItalic(inlines: readonly Inline[]): boolean {
  return inlines.every((inline) => inline.kind !== 'text' || inline.style.italic || inline.text.trim() === '');
}
