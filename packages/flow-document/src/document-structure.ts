import type { OutlineEntry, Page, PageModelDocument } from '@platen/pdf-kit/page-model';
import { textOf } from '@platen/pdf-kit/page-model';
import { createHeadingNumberer, type HeadingNumberer } from './analysis/headings/heading-numbers.ts';
import { createHeadingStyleCollector, type HeadingFacts } from './analysis/headings/headings.ts';
import { readTaggedRoles, type TaggedRoles } from './analysis/headings/tagged-roles.ts';
import { blocksIn, type PageLayout, paragraphsIn } from './analysis/layout/page-layout.ts';
import { detectLanguages, type Languages } from './analysis/text/languages.ts';
import type { ParagraphDraft } from './analysis/types.ts';
import { findTitle } from './compose/document-title.ts';
import { headingLookOf, sourceHeadingLevel } from './compose/heading-levels.ts';
import type { DocumentTitle } from './compose/title.ts';
import type { DocumentSurvey } from './survey-document.ts';

/** What the headings of a document look like and how they are numbered, its title, its languages. */
export interface DocumentStructure {
  readonly headings: HeadingFacts;
  /** What the author tagged as headings. */
  readonly roles: TaggedRoles;
  readonly title: DocumentTitle | null;
  readonly headingNumbers: HeadingNumberer;
  readonly languages: Languages;
}

/** Learns the structure of a document from the layouts of its surveyed pages and from its outline. */
export async function readStructure(
  layouts: readonly PageLayout[],
  { body, runStyles, pages }: DocumentSurvey,
  document: Pick<PageModelDocument, 'readOutline' | 'lang'>,
): Promise<DocumentStructure> {
  const outline = await document.readOutline();
  const roles = readTaggedRoles([...pages.values()]);
  const headings = headingsIn(layouts, outline, { body, runStyles, roles });
  const sources = { headings, roles, runStyles };
  const isHeading = (page: Page) => (draft: Parameters<typeof sourceHeadingLevel>[0]) =>
    sourceHeadingLevel(draft, page, sources) > 0;
  return {
    headings,
    roles,
    title: findTitle(layouts, outline, sources),
    headingNumbers: createHeadingNumberer(
      layouts.flatMap((layout) => paragraphsIn(layout).filter(isHeading(layout.page))),
    ),
    languages: await detectLanguages(layouts.flatMap(textsOf), document.lang),
  };
}

function headingsIn(
  layouts: readonly PageLayout[],
  outline: readonly OutlineEntry[],
  { body, runStyles, roles }: Pick<DocumentSurvey, 'body' | 'runStyles'> & Pick<DocumentStructure, 'roles'>,
): HeadingFacts {
  const collector = createHeadingStyleCollector(body);
  for (const layout of layouts) {
    const { page } = layout;
    const lookOf = (draft: ParagraphDraft) => headingLookOf(draft, page, runStyles);
    collector.collect(paragraphsIn(layout), lookOf, (draft) => roles.headingLevelOf(page, draft));
  }
  return collector.facts(outline);
}

/** The text of a page, paragraph by paragraph, with that of its tables. */
function textsOf(layout: PageLayout): readonly string[] {
  return blocksIn(layout).flatMap((block) => {
    if (block.kind === 'paragraph') return [block.fragments.map(({ words }) => textOf(words)).join(' ')];
    return block.kind === 'table' ? block.table.cells.map(({ text }) => text) : [];
  });
}
