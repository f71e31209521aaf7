import type { Page, Tag } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { readTaggedRoles } from '../src/analysis/headings/tagged-roles.ts';
import type { ParagraphDraft } from '../src/analysis/types.ts';

const tag = (role: string, ...children: Tag['children']): Tag => ({
  kind: 'tag',
  role,
  alt: null,
  lang: null,
  rowSpan: 1,
  colSpan: 1,
  children,
});
const content = (mcid: number) => ({ kind: 'content', mcid }) as const;
/** Lines of one word each, marked as this content. */
const lines = (...mcids: readonly number[]) => mcids.map((mcid) => ({ words: [{ text: 'word', glyphs: [{ mcid }] }] }));
const page = {
  lines: lines(0, 1, 2, 3),
  tags: tag(
    'Document',
    tag('P', content(0)),
    tag('Sect', tag('H2', tag('Span', content(1)))),
    tag('Figure', tag('P', content(2))),
    tag('L', tag('LI', tag('LBody', content(3)))),
  ),
} as unknown as Page;
const paragraph = (...mcids: readonly (number | null)[]) =>
  ({ fragments: [{ words: [{ glyphs: mcids.map((mcid) => ({ mcid })) }] }] }) as unknown as ParagraphDraft;

test('text is a heading of the level that most of it is tagged with', () => {
  const roles = readTaggedRoles([page]);
  expect(roles.hasHeadings).toBe(true);
  expect(roles.headingLevelOf(page, paragraph(1, 1, 1))).toBe(2);
  expect(roles.headingLevelOf(page, paragraph(0, 0, 1))).toBe(0);
  expect(roles.headingLevelOf(page, paragraph(null, null, 1))).toBeNull();
});

test('running text is plain, and text in a figure is not', () => {
  const roles = readTaggedRoles([page]);
  expect(roles.isPlain(page, paragraph(0, 0))).toBe(true);
  expect(roles.isPlain(page, paragraph(2, 2))).toBe(false);
  expect(roles.isPlain(page, paragraph(3, 3))).toBe(false);
  expect(roles.isRunning(page, paragraph(3, 3))).toBe(true);
  expect(roles.isRunning(page, paragraph(2, 2))).toBe(false);
});

test('an empty heading, and one of several pages, say nothing about headings', () => {
  const empty = { lines: lines(0), tags: tag('Document', tag('P', content(0)), tag('H1', content(1))) };
  const plain = { lines: lines(0), tags: tag('Document', tag('P', content(0))) };
  const hasHeadings = (...pages: readonly unknown[]) => readTaggedRoles(pages as readonly Page[]).hasHeadings;
  expect(hasHeadings(empty)).toBe(false);
  expect(hasHeadings(page, plain)).toBe(true);
  expect(hasHeadings(page, plain, plain, plain)).toBe(false);
  expect(hasHeadings(page, { ...page, tags: { ...tag('H1', content(0)) } }, plain)).toBe(true);
});
