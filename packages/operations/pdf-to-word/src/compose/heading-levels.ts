import { titleLevel } from '@platen/pdf-kit/flow-document';
import type { Page } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../analysis/types.ts';
import { baseStyleOf } from './base-style.ts';
import type { CompositionFacts } from './composition-facts.ts';
import type { DocumentTitle } from './title.ts';

export type HeadingSources = Pick<CompositionFacts, 'headings' | 'roles' | 'runStyles'>;

/** 1–9 for a heading, `titleLevel` for the title of the document, 0 for body text. */
export function headingLevel(
  draft: ParagraphDraft,
  page: Page,
  sources: HeadingSources & Pick<CompositionFacts, 'title'>,
): number {
  if (draft === sources.title?.draft) return titleLevel;
  return levelBelowTitle(levelByLook(draft, page, sources), sources.title);
}

/** The level of a heading where a title has taken the first one. */
export function levelBelowTitle(level: number, title: DocumentTitle | null): number {
  return title?.takesLevel === true && level > 1 ? level - 1 : level;
}

/** The author's tags decide where there are any for headings; how the text looks decides elsewhere. */
export function levelByLook(draft: ParagraphDraft, page: Page, { headings, roles, runStyles }: HeadingSources): number {
  if (roles.hasHeadings) return roles.headingLevelOf(page, draft) ?? 0;
  return headings.levelOf(draft, baseStyleOf(draft, runStyles));
}

/** What is largest above the first tagged heading of a document: its title is a paragraph to most tags. */
export function taggedTitle(
  paragraphs: readonly ParagraphDraft[],
  page: Page,
  { headings, roles, runStyles }: HeadingSources,
): ParagraphDraft | null {
  if (page.number > 1 || !roles.hasHeadings) return null;
  const above = paragraphs.slice(
    0,
    paragraphs.findIndex((draft) => (roles.headingLevelOf(page, draft) ?? 0) > 0),
  );
  return (
    above.find(
      (draft) => roles.isPlain(page, draft) && headings.isMostProminent(draft, baseStyleOf(draft, runStyles)),
    ) ?? null
  );
}
