import type { Limits, WorkerContext } from '@platen/core';
import { counted, safeFileName } from '@platen/core/internal';
import { selectPages } from '@platen/pdf-kit';
import { type DocumentStructure, type OpenedPdf, type OutlineNode, outlineTitle } from '@platen/pdf-kit/objects';
import type { ResolvedPdfSplitOptions } from './operation.ts';

/** One output: its pages by their places from 0, and the end of its name. */
export interface Part {
  readonly pages: readonly number[];
  readonly suffix: string;
}

/** Names show page numbers with at least this many digits. */
const minDigits = 3;

/**
 * The parts a document is split into, but for `maxSize`, which depends on what is written. Rejects with
 * `page_out_of_range` for an item of `pages` that starts past the end, and with `output_limit` when a page is repeated
 * too often.
 */
export function planParts(
  document: OpenedPdf,
  structure: DocumentStructure,
  options: Omit<ResolvedPdfSplitOptions, 'maxSize' | 'password' | 'activeContent'>,
  limits: Pick<Limits, 'maxPageRepeats'>,
  context: Pick<WorkerContext, 'warn'>,
): readonly Part[] {
  const pageCount = document.pages.length;
  if (options.pages !== undefined) {
    const parts = selectedParts(options.pages, document, limits, context);
    return options.merge ? [mergedPart(parts, context)] : parts;
  }
  if (options.every !== undefined) return partsFrom(startsEvery(options.every, pageCount), pageCount);
  if (options.parts !== undefined) {
    const count = Math.min(options.parts, pageCount);
    if (count < options.parts)
      context.warn(
        'FEWER_PARTS',
        `The document has only ${counted(pageCount, 'page')}, so there are fewer parts than "parts" asks for`,
      );
    const starts = Array.from({ length: count }, (_, index) => Math.floor((index * pageCount) / count));
    return partsFrom(starts, pageCount);
  }
  if (options.bookmarks !== false) return bookmarkParts(structure, options.bookmarks, pageCount, context);
  return partsFrom(startsEvery(1, pageCount), pageCount);
}

/** `003` for one page, `p004-009` for several in a row. */
export function rangeSuffix(first: number, last: number, pageCount: number): string {
  const digits = Math.max(minDigits, String(pageCount).length);
  const [from, to] = [first + 1, last + 1].map((page) => String(page).padStart(digits, '0'));
  return first === last ? `${from}` : `p${from}-${to}`;
}

function selectedParts(
  text: string,
  document: OpenedPdf,
  { maxPageRepeats }: Pick<Limits, 'maxPageRepeats'>,
  context: Pick<WorkerContext, 'warn'>,
): readonly Part[] {
  const pageCount = document.pages.length;
  const used = new Map<string, number>();
  const { fileName } = document;
  return selectPages(text, pageCount, { maxPageRepeats, fileName }).flatMap(({ item, pages, clipped }) => {
    if (clipped) context.warn('PAGES_CLIPPED', `"${item}" goes past the last page, ${pageCount}, and was cut there`);
    const [first, last] = [pages[0], pages.at(-1)];
    if (first === undefined || last === undefined) {
      context.warn('EMPTY_SELECTION', `"${item}" selects no page of the document and made no part`);
      return [];
    }
    const suffix = item === 'odd' || item === 'even' ? item : rangeSuffix(first - 1, last - 1, pageCount);
    const count = (used.get(suffix) ?? 0) + 1;
    used.set(suffix, count);
    return [{ pages: pages.map((page) => page - 1), suffix: count === 1 ? suffix : `${suffix}-${count}` }];
  });
}

function startsEvery(size: number, pageCount: number): readonly number[] {
  return Array.from({ length: Math.ceil(pageCount / size) }, (_, index) => index * size);
}

/**
 * The parts of a selection as one, in its order. Each page is there once: what belongs to a page, such as its form fields and
 * tags, can belong to one page only.
 */
function mergedPart(parts: readonly Part[], context: Pick<WorkerContext, 'warn'>): Part {
  const asked = parts.flatMap(({ pages }) => pages);
  const pages = [...new Set(asked)];
  const repeats = asked.length - pages.length;
  if (repeats > 0)
    context.warn('PAGES_REPEATED', `Left out ${counted(repeats, 'repeated page')}: each page is in the file once`);
  const [only] = parts;
  return { pages, suffix: parts.length === 1 && only !== undefined ? only.suffix : 'pages' };
}

/**
 * A part begins at each page that entries of these levels lead to, and is named after the first of them; what comes before
 * the first is a part of its own.
 */
function bookmarkParts(
  { outline }: DocumentStructure,
  levels: number,
  pageCount: number,
  context: Pick<WorkerContext, 'warn'>,
): readonly Part[] {
  const titles = new Map<number, string>();
  for (const node of entriesDownTo(outline, levels)) {
    if (node.pageIndex !== null && !titles.has(node.pageIndex)) titles.set(node.pageIndex, titleSuffix(node));
  }
  if (titles.size === 0)
    context.warn('NO_BOOKMARKS', 'The document has no bookmarks to split at, so it stays one part');
  const parts = partsFrom(
    [...new Set([0, ...titles.keys()])].sort((a, b) => a - b),
    pageCount,
  );
  const digits = Math.max(minDigits, String(parts.length).length);
  return parts.map(({ pages, suffix }, index) => {
    const title = titles.get(pages[0] ?? 0);
    const number = String(index + 1).padStart(digits, '0');
    return {
      pages,
      suffix: titles.size === 0 ? suffix : `${number}-${title === undefined || title === '' ? suffix : title}`,
    };
  });
}

/** The entries of the first levels, in the order in which an outline shows them. */
function entriesDownTo(nodes: readonly OutlineNode[], levels: number): readonly OutlineNode[] {
  return levels < 1 ? [] : nodes.flatMap((node) => [node, ...entriesDownTo(node.children, levels - 1)]);
}

/** A title may be a whole paragraph. */
const maxTitleLength = 60;

/** A title as part of a file name; empty when nothing of it can be. */
function titleSuffix(node: OutlineNode): string {
  const words = outlineTitle(node).replace(/[/\\]/g, '-').replace(/\s+/g, ' ').trim();
  const kept = [...words.replace(/^[-.\s]+/, '')].slice(0, maxTitleLength).join('');
  return /[\p{L}\p{N}]/u.test(kept) ? safeFileName(kept) : '';
}

function partsFrom(starts: readonly number[], pageCount: number): readonly Part[] {
  return starts.map((first, index) => {
    const end = starts[index + 1] ?? pageCount;
    const pages = Array.from({ length: end - first }, (_, offset) => first + offset);
    return { pages, suffix: rangeSuffix(first, end - 1, pageCount) };
  });
}
