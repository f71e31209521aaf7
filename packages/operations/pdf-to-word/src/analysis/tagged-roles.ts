import type { Page, Tag } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from './types.ts';

/** What the structure tree of the document says its text is. */
export interface TaggedRoles {
  /** Whether any heading is tagged: a tree without one says nothing about headings. */
  readonly hasHeadings: boolean;
  /** 1–6 for text tagged as a heading, 0 for other tagged text, null for text without a tag. */
  headingLevelOf(page: Page, paragraph: ParagraphDraft): number | null;
}

/** Reads the roles of some pages; those of others are read when they are asked about. */
export function readTaggedRoles(sample: readonly Page[]): TaggedRoles {
  const levels = new WeakMap<Page, ReadonlyMap<number, number>>();
  const levelsOf = (page: Page) => {
    const known = levels.get(page) ?? headingLevels(page.tags);
    levels.set(page, known);
    return known;
  };
  return {
    hasHeadings: sample.some((page) => [...levelsOf(page).values()].some((level) => level > 0)),
    headingLevelOf(page, { fragments }) {
      const known = levelsOf(page);
      const glyphs = fragments.flatMap(({ words }) => words.flatMap((word) => word.glyphs));
      const tagged = glyphs.flatMap(({ mcid }) => (mcid === null ? [] : (known.get(mcid) ?? [])));
      if (tagged.length < 0.5 * glyphs.length) return null;
      const headings = tagged.filter((level) => level > 0);
      return headings.length > 0.6 * tagged.length ? (headings[0] ?? 0) : 0;
    },
  };
}

/** The heading level of each piece of marked content; 0 where it is no heading. */
function headingLevels(tag: Tag | null): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  const walk = (element: Tag, inherited: number): void => {
    const level = levelOfRole(element.role) ?? inherited;
    for (const child of element.children) {
      if (child.kind === 'tag') walk(child, level);
      else levels.set(child.mcid, level);
    }
  };
  if (tag !== null) walk(tag, 0);
  return levels;
}

function levelOfRole(role: string): number | null {
  if (role === 'Title' || role === 'H') return 1;
  const match = /^H([1-6])$/.exec(role);
  return match === null ? null : Number(match[1]);
}
