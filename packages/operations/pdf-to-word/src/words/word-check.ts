import type { Block, FlowTarget, ListDefinition } from '@platen/pdf-kit/flow-document';
import type { Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts } from '../analysis/running/furniture.ts';
import type { RunningSets } from '../compose/section-layout.ts';
import { blockText } from './block-text.ts';
import { createLabelCount } from './label-count.ts';
import { missingWords } from './missing-words.ts';
import { unreadWords } from './unread-words.ts';
import { createWordCount, type WordCount } from './word-count.ts';

/** Compares the words of the pages with those of the document, so that none is lost in silence. */
export interface WordCheck {
  /** Counts what a page draws, its running lines without its own number. */
  read(page: Page): void;
  /** A target that counts what is written to another. */
  counting(target: FlowTarget): FlowTarget;
  /** Warns of words that the document lacks, and of those that only pictures show. `lists` are those of the document. */
  report(lists: readonly ListDefinition[], warn: (code: string, message: string) => void): void;
}

export interface WordCheckSources {
  readonly furniture: FurnitureFacts;
  readonly running: Pick<RunningSets, 'headers' | 'footers'>;
  /** The numbers of lines were taken out of the pages: the word processor counts them. */
  readonly numbersLines: boolean;
}

/** A document that lacks more than this share of its words says so. */
const lostShare = 0.001;
/** How many pages a warning names. */
const maxNamed = 10;

export function createWordCheck({ furniture, running, numbersLines }: WordCheckSources): WordCheck {
  const source = createWordCount();
  const written = createWordCount();
  const pictured = createWordCount();
  const labels = createLabelCount();
  const runningBlocks = [running.headers, running.footers].flatMap((set) =>
    [set.default, set.first, set.even].flatMap((variant) => variant?.blocks ?? []),
  );

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
        source.add(ownNumber === null ? line.text : withoutNumber(line.text, ownNumber), page.number);
      }
      for (const word of unreadWords(page, numbersLines)) source.add(word, page.number);
      // Each page shows them.
      count(runningBlocks);
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
      const notText = missingWords(source.counts, written.counts, labelWords);
      const lost = missingWords(source.counts, summed(written.counts, pictured.counts), labelWords);
      const limit = lostShare * source.total;
      if (lost.length > limit) warn('WORDS_MISSING', `The document lacks ${named(lost, source)}`);
      const shown = notText.length - lost.length;
      if (shown > limit) {
        warn(
          'TEXT_IN_PICTURES',
          `${shown} of ${source.total} words are part of drawings that are set as pictures; the alternative texts of the pictures have them`,
        );
      }
    },
  };
}

function withoutNumber(text: string, number: number): string {
  return text.replace(new RegExp(`(?<!\\d)0*${number}(?!\\d)|^[ivxlc]+$`, 'giu'), ' ');
}

function summed(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map(first);
  for (const [word, count] of second) sums.set(word, (sums.get(word) ?? 0) + count);
  return sums;
}

/** `12 of 3400 words, first on pages 3, 7`; the words are the owner's and stay out of what is kept of the job. */
function named(words: readonly string[], source: WordCount): string {
  const pages = [...new Set(words.flatMap((word) => source.pagesOf(word)))].sort((first, second) => first - second);
  const more = pages.length > maxNamed ? ', …' : '';
  return `${words.length} of ${source.total} words, among them some of pages ${pages.slice(0, maxNamed).join(', ')}${more}`;
}
