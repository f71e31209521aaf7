import { titleLevel } from '@platen/pdf-kit/flow-document';
import type { Page } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../analysis/types.ts';
import { baseStyleOf } from './base-style.ts';
import type { CompositionFacts } from './composition-facts.ts';
import type { DocumentTitle } from './title.ts';

export type HeadingSources = Pick<CompositionFacts, 'headings' | 'roles' | 'runStyles'>;

/** 1–6 for a heading, `titleLevel` for the title of the document, 0 for body text. */
export function headingLevel(
  draft: ParagraphDraft,
  page: Page,
  sources: HeadingSources & Pick<CompositionFacts, 'title'>,
): number {
  if (draft === sources.title?.draft) return titleLevel;
  return levelBelowTitle(sourceHeadingLevel(draft, page, sources), sources.title);
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
): number {
  const tagged = roles.hasHeadings ? roles.headingLevelOf(page, draft) : null;
  if (tagged !== null) return tagged;
  // Text that the author left without a tag is a letterhead or a logo on a first page, an oversight on others.
  if (roles.hasHeadings && page.number === 1) return 0;
  return headings.levelOf(draft, baseStyleOf(draft, runStyles));
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
