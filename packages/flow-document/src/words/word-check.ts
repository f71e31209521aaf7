import { counted } from '@platen/core/internal';
import type { Line, Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts } from '../analysis/running/furniture.ts';
import type { RunningSets } from '../compose/section-layout.ts';
import type { Block } from '../model/blocks.ts';
import type { FlowTarget } from '../model/flow-document-writer.ts';
import type { ListDefinition } from '../model/formats.ts';
import { blockText } from './block-text.ts';
import { hiddenWords } from './hidden-words.ts';
import { createLabelCount } from './label-count.ts';
import { type LineWords, pagesOfLost } from './lost-lines.ts';
import { missingWords } from './missing-words.ts';
import { createWordCount, drawnWordsOf, type WordCount } from './word-count.ts';
import { wordsLostInReading } from './words-lost-in-reading.ts';

/** Compares the words of the pages with those of the document, so that none is lost silently. */
export interface WordCheck {
  /** Counts what a page draws, its running lines without its own number. */
  read(page: Page): void;
  /** A target that counts what is written to another. */
  counting(target: FlowTarget): FlowTarget;
  /** Warns of words that the document lacks, of those that only pictures show, and of those that the file hides. `lists` are those of the document. */
  report(lists: readonly ListDefinition[], warn: (code: string, message: string) => void): void;
}

export interface WordCheckSources {
  readonly furniture: FurnitureFacts;
  /** The running lines that a page shows. */
  runningOn(page: Page): Pick<RunningSets, 'headers' | 'footers'>;
}

/** The share of missing words above which the job is warned of it; a whole line that is missing always is. */
const lostShare = 0.001;
/** How many pages a warning names. */
const maxNamed = 10;

export function createWordCheck({ furniture, runningOn }: WordCheckSources): WordCheck {
  const source = createWordCount();
  /** Those of the source that were lost in reading. */
  const unread = createWordCount();
  const written = createWordCount();
  const pictured = createWordCount();
  const hidden = createWordCount();
  const labels = createLabelCount();
  const lines: LineWords[] = [];

  function count(blocks: readonly Block[]): void {
    const said = blockText(blocks);
    written.add(said.text);
    pictured.add(said.alternative);
    labels.add(said);
  }

  return {
    read(page) {
      for (const line of page.lines) {
        const ownNumber = furniture.pageNumberOn(page, line);
        const own = withMarksApart(line);
        const text = ownNumber === null ? own : withoutNumber(own, ownNumber);
        source.add(text, page.number);
        lines.push({ text, pageNumber: page.number });
      }
      for (const word of wordsLostInReading(page)) {
        source.add(word, page.number);
        unread.add(word);
      }
      for (const word of hiddenWords(page)) hidden.add(word, page.number);
      const { headers, footers } = runningOn(page);
      count([headers, footers].flatMap((set) => Object.values(set).flatMap((variant) => variant?.blocks ?? [])));
    },
    counting: (target) => ({
      write(block) {
        count([block]);
        target.write(block);
      },
      endSection: (section) => target.endSection(section),
    }),
    report(lists, warn) {
      const labelWords = labels.words(lists);
      const shownAnywhere = summed(written.counts, pictured.counts);
      const counts = withAccents(source.counts, unread.counts, shownAnywhere);
      const notText = missingWords(counts, written.counts, labelWords);
      const lost = missingWords(counts, shownAnywhere, labelWords);
      const limit = lostShare * source.total;
      const lostLines = pagesOfLost(lines, lost);
      if (lost.length > limit || lostLines.length > 0) {
        const where = lostLines.length > 0 ? among('whole lines', lostLines) : amongPages(lost, source);
        warn(
          'WORDS_MISSING',
          `${lost.length} of ${counted(source.total, 'word')} ${lost.length === 1 ? 'is' : 'are'} missing in the result, ${where}`,
        );
      }
      const shown = notText.length - lost.length;
      if (shown > limit) {
        warn(
          'TEXT_IN_PICTURES',
          `${shown} of ${counted(source.total, 'word')} are in pictures of the result; the alternative texts of the pictures contain them`,
        );
      }
      if (hidden.total > 0) {
        const where = amongPages([...hidden.counts.keys()], hidden);
        warn(
          'TEXT_HIDDEN',
          `${counted(hidden.total, 'word')} that the file hides ${hidden.total === 1 ? 'was' : 'were'} left out, ${where}`,
        );
      }
    },
  };
}

/** A raised number may be the mark of a note, which the word processor writes: it is no part of the word before it. */
function withMarksApart({ words }: Line): string {
  return words
    .map(({ text, spaceAfter, script }, index) =>
      spaceAfter || words[index + 1]?.script !== script ? `${text} ` : text,
    )
    .join('');
}

function withoutNumber(text: string, number: number): string {
  return text.replace(new RegExp(`(?<!\\d)0*${number}(?!\\d)|(?<!\\S)[ivxlc]+(?!\\S)`, 'giu'), ' ');
}

/** The counts of the source, where words lost in reading, known without accents only, are spelt as the document has them. */
function withAccents(
  source: ReadonlyMap<string, number>,
  unread: ReadonlyMap<string, number>,
  written: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  if (unread.size === 0) return source;
  const counts = new Map(source);
  const left = new Map(unread);
  for (const [word, count] of written) {
    const plain = drawnWordsOf(word).join('');
    const moved = Math.min(left.get(plain) ?? 0, count - (counts.get(word) ?? 0));
    if (plain === word || moved <= 0) continue;
    left.set(plain, (left.get(plain) ?? 0) - moved);
    counts.set(plain, (counts.get(plain) ?? 0) - moved);
    counts.set(word, (counts.get(word) ?? 0) + moved);
  }
  return counts;
}

function summed(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map(first);
  for (const [word, count] of second) sums.set(word, (sums.get(word) ?? 0) + count);
  return sums;
}

/** `among them some of pages 3, 7`: the words themselves belong to the owner and must not enter the job record. */
function amongPages(words: readonly string[], source: WordCount): string {
  return among(
    'some',
    words.flatMap((word) => source.pagesOf(word)),
  );
}

function among(what: string, numbers: readonly number[]): string {
  const pages = [...new Set(numbers)].sort((first, second) => first - second);
  const more = pages.length > maxNamed ? ', …' : '';
  return `among them ${what} of ${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, maxNamed).join(', ')}${more}`;
}
