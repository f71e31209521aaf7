import type { Page } from '@platen/pdf-kit/page-model';
import { isUnderlined } from '../analysis/headings/is-underlined.ts';
import type { ParagraphDraft } from '../analysis/types.ts';
import type { RunStyle } from '../model/formats.ts';
import { titleLevel } from '../model/title-level.ts';
import { baseStyleOf } from './base-style.ts';
import type { CompositionFacts } from './composition-facts.ts';
import type { DocumentTitle } from './title.ts';

export type HeadingSources = Pick<CompositionFacts, 'headings' | 'roles' | 'runStyles'>;

/**
 * 1–6 for a heading, `titleLevel` for the title of the document, 0 for body text. `adjacent` are the paragraphs above and
 * below it.
 */
export function headingLevel(
  draft: ParagraphDraft,
  page: Page,
  sources: HeadingSources & Pick<CompositionFacts, 'title'>,
  adjacent: readonly ParagraphDraft[],
): number {
  if (draft === sources.title?.draft) return titleLevel;
  return levelBelowTitle(sourceHeadingLevel(draft, page, sources, adjacent), sources.title);
}

/** The level of a heading where a title has taken the first one. */
export function levelBelowTitle(level: number, title: DocumentTitle | null): number {
  return title?.takesLevel === true && level > 1 ? level - 1 : level;
}

/** The level of a heading in the source: from its tag where the document tags headings, from its style where it has none. */
export function sourceHeadingLevel(
  draft: ParagraphDraft,
  page: Page,
  { headings, roles, runStyles }: HeadingSources,
  adjacent: readonly ParagraphDraft[] = [],
): number {
  const tagged = roles.hasHeadings ? roles.headingLevelOf(page, draft) : null;
  if (tagged === 0 && roles.isRunning(page, draft)) {
    return lookLevel(draft, page, { headings, runStyles }, adjacent);
  }
  if (tagged !== null) return tagged;
  // Text that the author left without a tag is a letterhead or a logo on a first page, an oversight on others.
  if (roles.hasHeadings && page.number === 1) return 0;
  return headings.levelOf(draft, headingLookOf(draft, page, runStyles));
}

/** The level of a paragraph that the author set as headings are, and tagged as one of running text. */
function lookLevel(
  draft: ParagraphDraft,
  page: Page,
  { headings, runStyles }: Pick<HeadingSources, 'headings' | 'runStyles'>,
  adjacent: readonly ParagraphDraft[],
): number {
  const look = headingLookOf(draft, page, runStyles);
  if (headings.levelOf(draft, look) === 0) return 0;
  const others = adjacent.map((other) => headingLookOf(other, page, runStyles));
  return headings.taggedLevelOf(look) || headings.habitLevelOf(look, others);
}

/** The look of a paragraph by which headings are told: that of most of it, with the line below all of it. */
export function headingLookOf(draft: ParagraphDraft, page: Page, runStyles: HeadingSources['runStyles']): RunStyle {
  return { ...baseStyleOf(draft, runStyles), underline: isUnderlined(draft, page) };
}

/**
 * The most prominent paragraph above the first tagged heading, or of a first page without one, such as a cover: most
 * documents tag their title as a paragraph.
 */
export function taggedTitle(
  paragraphs: readonly ParagraphDraft[],
  page: Page,
  { headings, roles, runStyles }: HeadingSources,
): ParagraphDraft | null {
  if (page.number > 1 || !roles.hasHeadings) return null;
  const firstHeading = paragraphs.findIndex((draft) => (roles.headingLevelOf(page, draft) ?? 0) > 0);
  const above = firstHeading < 0 ? paragraphs : paragraphs.slice(0, firstHeading);
  return (
    above.find(
      (draft) => roles.isPlain(page, draft) && headings.isMostProminent(draft, baseStyleOf(draft, runStyles)),
    ) ?? null
  );
}
