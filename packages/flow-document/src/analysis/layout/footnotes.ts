import type { Rule, Word } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { heaviest } from '@platen/pdf-kit/statistics';
import { fragmentOf } from '../text/fragments.ts';
import type { Fragment, ParagraphDraft } from '../types.ts';
import { type ColumnLayout, type PageLayout, paragraphsIn } from './page-layout.ts';

/** Takes the notes out of the bodies of pages, one page after the other. */
export interface FootnoteFinder {
  /** The page with its notes apart; as it was where it has none. */
  take(layout: PageLayout): PageLayout;
}

/** Notes are smaller than the text by this factor, unless a short rule separates them from it. */
const noteSize = 0.95;
/** Space above the notes that a word processor needs for the rule it sets there, in points, and above those that have one. */
const [rulePt, besideRulePt] = [12, 6];

/**
 * Finds notes at the foot of pages: small text, or text below a short rule, that begins with numbers or signs which are raised
 * somewhere above. A word processor counts them through the document from 1: those that begin anew at 1 on a page keep
 * their numbers as marks of their own, and so do signs. Columns keep their notes as text, and so do parts of documents that count from
 * another number.
 */
export function createFootnoteFinder(): FootnoteFinder {
  let next = 1;
  return {
    take(layout) {
      const found = footOf(layout);
      const notes = found === null ? null : notesOf(withMarks(found.paragraphs), referencesIn(layout), next);
      if (found === null || notes === null) return layout;
      next += notes.filter(({ mark }) => mark === null).length;
      const taken = new Set<unknown>(found.paragraphs);
      return {
        ...layout,
        page: { ...layout.page, rules: layout.page.rules.filter((rule) => rule !== found.separator) },
        bands: layout.bands.map((band) => ({
          ...band,
          columns: band.columns.map((column) => ({
            ...column,
            blocks: column.blocks.filter((block) => !taken.has(block)),
          })),
        })),
        footnotes: notes,
      };
    },
  };
}

/** Raised numbers and signs behind a word. One that is twice refers to its note the first time. */
function referencesIn(layout: PageLayout): ReadonlyMap<string, Word> {
  const found = new Map<string, Word>();
  for (const { words } of paragraphsIn(layout).flatMap(({ fragments }) => fragments)) {
    for (const word of words.slice(1)) {
      const mark = word.script === 'superscript' ? markOf(word) : null;
      if (mark !== null && !found.has(mark)) found.set(mark, word);
    }
  }
  return found;
}

/** The number or the sign that a note is marked with. */
function markOf({ text }: Word): string | null {
  return /^(?:\d{1,3}|[*∗]{1,3}|[†‡§¶]{1,2})$/u.test(text) ? text : null;
}

/** Null for a sign, which does not count. */
function numberOf(mark: string): number | null {
  return /^\d/.test(mark) ? Number(mark) : null;
}

/** The last paragraphs of a page, as far up as they are small or below a short rule, with blank space above them. */
function footOf(layout: PageLayout) {
  const { bands, page } = layout;
  const column = bands.at(-1)?.columns[0];
  const last = column?.blocks.at(-1);
  if (column === undefined || last === undefined || bands.some(({ columns }) => columns.length > 1)) return null;
  if (last.box.y1 < 0.6 * page.heightPt) return null;
  const isNote = noteTest(layout);
  const from = column.blocks.findLastIndex((block) => block.kind !== 'paragraph' || !isNote(block)) + 1;
  const paragraphs = column.blocks.slice(from).filter((block) => block.kind === 'paragraph');
  const [first, body] = [paragraphs[0], column.blocks[from - 1]];
  if (first === undefined || body === undefined) return null;
  const [top, above] = [first.box.y0, body.box.y1];
  const separator = page.rules.find((rule) => isSeparator(rule, column) && rule.y0 > above - 2 && rule.y0 < top + 2);
  if (top - above < (separator === undefined ? rulePt : besideRulePt)) return null;
  return { paragraphs, separator };
}

/** Whether a paragraph may be of a note: below a short rule, or smaller than most of the page where it has none. */
function noteTest(layout: PageLayout): (paragraph: ParagraphDraft) => boolean {
  const { bands, page } = layout;
  const column = bands.at(-1)?.columns[0];
  const rules =
    column === undefined ? [] : page.rules.filter((rule) => isSeparator(rule, column) && !isUnderline(rule, column));
  const separatorY = rules.length === 0 ? null : Math.max(...rules.map(({ y0 }) => y0));
  const bodyPt = usualSize(paragraphsIn(layout));
  return ({ box, fragments }) =>
    separatorY === null ? (fragments[0]?.style.sizePt ?? 0) < noteSize * bodyPt : box.y0 > separatorY - 2;
}

/** A short rule that begins where lines of a column do: at its left edge, or at the indent of its text or of first lines. */
function isSeparator({ orientation, x0: left, x1: right }: Rule, { x0, x1, blocks }: ColumnLayout): boolean {
  const width = right - left;
  if (orientation !== 'horizontal' || width <= 30 || width >= 0.7 * (x1 - x0)) return false;
  if (Math.abs(left - x0) < 6) return true;
  const lines = blocks.flatMap((block) => (block.kind === 'paragraph' ? block.fragments : []));
  return lines.filter(({ box }) => Math.abs(box.x0 - left) < sameStartPt).length >= minStarts;
}

/** What begins so close, in points, begins at one edge; and so many lines make an edge. */
const [sameStartPt, minStarts] = [1, 2];

/** A rule under a line of text. */
function isUnderline({ y0 }: Rule, { blocks }: ColumnLayout): boolean {
  return blocks.some(({ box }) => y0 > box.y0 && y0 < box.y1 + 1);
}

/** The size most of the letters have. */
function usualSize(paragraphs: readonly ParagraphDraft[]): number {
  const fragments = paragraphs.flatMap((paragraph) => paragraph.fragments);
  return heaviest(fragments.map(({ style, words }) => [style.sizePt, textOf(words).length])) ?? 0;
}

/** The notes of a foot, `next` the number a word processor would give the first; null where their numbers do not count on. */
function notesOf(paragraphs: readonly ParagraphDraft[], references: ReadonlyMap<string, Word>, next: number) {
  const notes: { mark: string | null; reference: Word; paragraphs: ParagraphDraft[] }[] = [];
  let lastNumber: number | null = null;
  let counted = next;
  for (const paragraph of paragraphs) {
    const own = firstMark(paragraph.fragments[0]);
    const reference = own === null ? undefined : references.get(own);
    const number = own === null ? null : numberOf(own);
    const follows = lastNumber === null ? number === next || number === 1 : number === lastNumber + 1;
    const isUsed = notes.some((note) => note.reference === reference);
    if (reference !== undefined && !isUsed && (number === null || follows)) {
      const mark = number === counted ? null : reference.text;
      notes.push({ mark, reference, paragraphs: [paragraph] });
      if (mark === null) counted++;
      lastNumber = number ?? lastNumber;
    } else if (notes.length === 0 || own !== null) {
      return null;
    } else notes.at(-1)?.paragraphs.push(paragraph);
  }
  return notes.length === 0 ? null : notes;
}

/** The paragraphs with marks that are raised and apart from their first lines in these lines. */
function withMarks(paragraphs: readonly ParagraphDraft[]): readonly ParagraphDraft[] {
  return paragraphs.flatMap((paragraph, index) => {
    if (isMarkOf(paragraph, paragraphs[index + 1])) return [];
    const [above, first] = [paragraphs[index - 1], paragraph.fragments[0]];
    if (above === undefined || first === undefined || !isMarkOf(above, paragraph)) return [paragraph];
    const words = [...above.fragments.flatMap((fragment) => fragment.words), ...first.words];
    return [{ ...paragraph, fragments: [fragmentOf(first.line, words), ...paragraph.fragments.slice(1)] }];
  });
}

/** Whether a paragraph is the mark at the head of the first line of the next one. */
function isMarkOf({ fragments }: ParagraphDraft, next: ParagraphDraft | undefined): boolean {
  const [mark, line] = [fragments[0], next?.fragments[0]];
  const [word, ...others] = mark?.words ?? [];
  if (mark === undefined || line === undefined || word === undefined || fragments.length + others.length > 1)
    return false;
  const rise = line.baseline - mark.baseline;
  return markOf(word) !== null && rise > 0 && rise < line.style.sizePt && mark.box.x1 <= line.box.x0;
}

function firstMark(fragment: Fragment | undefined): string | null {
  const [first, second] = fragment?.words ?? [];
  return first === undefined || second === undefined ? null : markOf(first);
}
