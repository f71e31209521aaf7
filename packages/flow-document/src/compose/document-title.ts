import type { OutlineEntry } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import { baseStyleOf } from './base-style.ts';
import { type HeadingSources, sourceHeadingLevel, taggedTitle } from './heading-levels.ts';
import type { DocumentTitle } from './title.ts';

/** A title is this much larger than any heading. */
const leastGrowth = 1.15;

/** The number of a section. */
const numberPattern = /^(?:\d{1,2}(?:\.\d+)*|[IVX]+)[.)]?\s+\p{L}/u;

/**
 * The title of a document of which some pages are laid out: what is above the first tagged heading, or else the
 * first heading of its first page where it is larger than all others. A heading to the author's tags or outline is
 * one, and so is a lone or a numbered one.
 */
export function findTitle(
  layouts: readonly PageLayout[],
  outline: readonly OutlineEntry[],
  sources: HeadingSources,
): DocumentTitle | null {
  const { roles, runStyles } = sources;
  const first = layouts.find(({ page }) => page.number === 1);
  if (first === undefined) return null;
  const onFirst = paragraphsIn(first);
  if (roles.hasHeadings) {
    const draft = taggedTitle(onFirst, first.page, sources);
    return draft === null ? null : { draft, run: baseStyleOf(draft, runStyles), takesLevel: false };
  }
  const [draft, ...others] = layouts.flatMap((layout) =>
    paragraphsIn(layout).filter((candidate) => sourceHeadingLevel(candidate, layout.page, sources) > 0),
  );
  if (draft === undefined || others.length === 0 || !onFirst.includes(draft)) return null;
  const text = draft.fragments.map(({ words }) => textOf(words)).join(' ');
  if (draft.label !== null || numberPattern.test(text) || isOutlined(text, outline)) return null;
  const run = baseStyleOf(draft, runStyles);
  const largest = Math.max(...others.map((other) => baseStyleOf(other, runStyles).sizePt));
  return run.sizePt < leastGrowth * largest ? null : { draft, run, takesLevel: true };
}

function isOutlined(text: string, outline: readonly OutlineEntry[]): boolean {
  const letters = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return outline.some(({ title, children }) => letters(title) === letters(text) || isOutlined(text, children));
}
