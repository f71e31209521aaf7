import type { Page } from '@platen/pdf-kit/page-model';
import type { NumberFormat } from '../../model/sections.ts';
import type { FurnitureFacts } from './furniture.ts';
import type { FurnitureLine } from './furniture-line.ts';
import { pageNumberFormat, pageNumberOffset, pageNumberStarts } from './page-numbers.ts';
import { sharePlace } from './section-lines.ts';

/** Pages in a row with the same running lines, whose numbers count on. */
export interface RunningPart {
  readonly firstPage: number;
  /** Those of the survey. */
  readonly pages: readonly Page[];
  /** By how much the numbers they print run ahead of the numbers of the pages. */
  readonly numberOffset: number;
  readonly numberFormat: NumberFormat;
  /** Whether they count on from the part before, or from 1. */
  readonly countsOn: boolean;
}

/** The parts of a document, in order. */
export interface RunningParts {
  readonly all: readonly RunningPart[];
  /** The part that a page is in. */
  at(page: Page): RunningPart;
}

/** Divides a document where the text of a running line changes, and where its pages begin to count anew. */
export function findRunningParts(pages: readonly Page[], furniture: FurnitureFacts): RunningParts {
  const firstPage = pages[0]?.number ?? 1;
  const starts = new Set([...textStarts(pages, furniture), ...pageNumberStarts(pages, furniture)]);
  starts.delete(firstPage);
  const all: RunningPart[] = [];
  for (const [index, start] of [firstPage, ...[...starts].sort((first, second) => first - second)].entries()) {
    const end = [...starts].filter((other) => other > start).reduce((least, other) => Math.min(least, other), Infinity);
    const own = pages.filter(({ number }) => number >= start && number < end);
    const before = all.at(-1);
    const natural = before === undefined ? 1 - firstPage : before.numberOffset;
    const numberOffset = pageNumberOffset(own, furniture) ?? (index === 0 ? 0 : natural);
    const numberFormat = pageNumberFormat(own, furniture);
    all.push({ firstPage: start, pages: own, numberOffset, numberFormat, countsOn: numberOffset === natural });
  }
  const linesOf = new Map(all.map((part) => [part, new Set(part.pages.flatMap((page) => linesOn(page, furniture)))]));
  return {
    all,
    at(page) {
      const index = all.findLastIndex((part) => part.firstPage <= page.number);
      const [part, next] = [all[Math.max(0, index)], all[index + 1]];
      if (part === undefined) throw new TypeError('A document has a part');
      if (next === undefined) return part;
      // A page that was not surveyed tells by its lines whether the next part has begun.
      const isOfNext = linesOn(page, furniture).some(
        (line) => linesOf.get(next)?.has(line) === true && linesOf.get(part)?.has(line) !== true,
      );
      return isOfNext ? next : part;
    },
  };
}

function linesOn(page: Page, furniture: FurnitureFacts): readonly FurnitureLine[] {
  return page.lines.flatMap((line) => furniture.find(page, line) ?? []);
}

/** Whether the first line of the text of a page goes on with a sentence. */
function beginsInside(page: Page, furniture: FurnitureFacts): boolean {
  const text = page.lines.filter((line) => line.angle === 0 && furniture.find(page, line) === null);
  const [first] = text.sort((line, other) => line.baseline - other.baseline);
  return /^\p{Ll}/u.test(first?.text ?? '');
}

/** Fewer pages at the beginning without a running line, such as a title page, have none by chance. */
const leastBare = 3;

/**
 * The pages where a running line is another than on the pages before. Pages without one belong to no part that has one,
 * but for the page that a chapter begins with.
 */
function textStarts(pages: readonly Page[], furniture: FurnitureFacts): readonly number[] {
  const starts: number[] = [];
  let seen: { readonly line: FurnitureLine; readonly page: number }[] = [];
  let start = pages[0]?.number ?? 1;
  for (const [index, page] of pages.entries()) {
    const lines = linesOn(page, furniture);
    const rivalsOf = (line: FurnitureLine) => seen.filter((other) => sharePlace(other.line, line));
    const changed = lines.filter((line) => {
      const rivals = rivalsOf(line);
      if (rivals.length === 0) return page.number - start >= leastBare;
      // The first page of a part, left-hand pages and right-hand ones have headers of their own.
      const isSettled = rivals.some((other) => other.page !== start && (page.number - other.page) % 2 === 0);
      return isSettled && rivals.every((other) => other.line !== line);
    });
    if (changed.length > 0) {
      // A part is a section, which would begin a page: its head waits in the text for a page that begins a sentence.
      if (beginsInside(page, furniture)) continue;
      const last = Math.max(start - 1, ...changed.flatMap(rivalsOf).map((other) => other.page));
      const bare = pages.slice(0, index).filter(({ number }) => number > last);
      if (bare.length > 1) starts.push(bare[0]?.number ?? page.number);
      start = bare.at(-1)?.number ?? page.number;
      starts.push(start);
      seen = seen.filter((other) => other.page >= start);
    }
    seen.push(...lines.map((line) => ({ line, page: page.number })));
  }
  return starts;
}
