import type { Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { ParagraphDraft } from '../src/analysis/types.ts';
import { type HeadingSources, taggedTitle } from '../src/compose/heading-levels.ts';

const paragraph = () =>
  ({ fragments: [{ words: [{ text: 'Annual report', style: {} }] }] }) as unknown as ParagraphDraft;
const firstPage = { number: 1 } as Page;

/** A document that tags headings, where every paragraph could be its title. */
const sourcesWith = (headings: readonly ParagraphDraft[]) =>
  ({
    headings: { isMostProminent: () => true },
    roles: {
      hasHeadings: true,
      headingLevelOf: (_: Page, draft: ParagraphDraft) => (headings.includes(draft) ? 1 : 0),
      isPlain: () => true,
    },
    runStyles: { styleOf: () => ({}) },
  }) as unknown as HeadingSources;

test('the only paragraph of a cover is the title where headings are tagged on later pages', () => {
  const title = paragraph();
  expect(taggedTitle([title], firstPage, sourcesWith([]))).toBe(title);
});

test('a tagged title is looked for above the first heading, not below', () => {
  const [above, heading, below] = [paragraph(), paragraph(), paragraph()];
  expect(taggedTitle([above, heading, below], firstPage, sourcesWith([heading]))).toBe(above);
  expect(taggedTitle([heading, below], firstPage, sourcesWith([heading]))).toBeNull();
});
