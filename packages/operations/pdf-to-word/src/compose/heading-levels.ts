import type { Page } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../analysis/types.ts';
import { baseStyleOf } from './base-style.ts';
import type { CompositionSources } from './page-composition.ts';

/** The author's tags decide where there are any for headings; how the text looks decides elsewhere. */
export function headingLevel(
  draft: ParagraphDraft,
  page: Page,
  { headings, roles, runStyles }: Pick<CompositionSources, 'headings' | 'roles' | 'runStyles'>,
): number {
  if (roles.hasHeadings) return roles.headingLevelOf(page, draft) ?? 0;
  return headings.levelOf(draft, baseStyleOf(draft, runStyles));
}

/** What stands largest above the first tagged heading of a document: its title is a paragraph to most tags. */
export function taggedTitle(
  paragraphs: readonly ParagraphDraft[],
  page: Page,
  { headings, roles, runStyles }: CompositionSources,
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
