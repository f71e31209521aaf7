import type { Page, Tag } from '@platen/pdf-kit/page-model';
import type { ParagraphDraft } from '../types.ts';

/** What the structure tree of the document says its text is. */
export interface TaggedRoles {
  /** Whether headings are tagged: a tree without one, or with one for many pages, says nothing about headings. */
  readonly hasHeadings: boolean;
  /** 1–6 for text tagged as a heading, 0 for other tagged text, null for text without a tag. */
  headingLevelOf(page: Page, paragraph: ParagraphDraft): number | null;
  /** Whether it is tagged as running text, in a list or not, outside figures and tables. */
  isRunning(page: Page, paragraph: ParagraphDraft): boolean;
  /** Whether it is tagged as a paragraph of running text, outside figures, tables and lists. */
  isPlain(page: Page, paragraph: ParagraphDraft): boolean;
}

interface ContentRole {
  /** 0 where it is no heading. */
  readonly level: number;
  /** The tag that says so. */
  readonly heading: object;
  readonly plain: boolean;
  readonly running: boolean;
}

/** Reads the roles of some pages; those of others are read when they are asked about. */
export function readTaggedRoles(sample: readonly Page[]): TaggedRoles {
  const known = new WeakMap<Page, ReadonlyMap<number, ContentRole>>();
  const rolesOn = (page: Page) => {
    const roles = known.get(page) ?? contentRoles(page.tags);
    known.set(page, roles);
    return roles;
  };
  /** What most of the paragraph is tagged as; null where most of it is not. */
  const rolesOf = (page: Page, { fragments }: ParagraphDraft): readonly ContentRole[] | null => {
    const roles = rolesOn(page);
    const glyphs = fragments.flatMap(({ words }) => words.flatMap((word) => word.glyphs));
    const tagged = glyphs.flatMap(({ mcid }) => (mcid === null ? [] : (roles.get(mcid) ?? [])));
    return tagged.length < 0.5 * glyphs.length ? null : tagged;
  };
  return {
    hasHeadings: taggedHeadings(sample, rolesOn) > (sample.length > pagesOfOneHeading ? 1 : 0),
    headingLevelOf(page, paragraph) {
      const roles = rolesOf(page, paragraph);
      if (roles === null) return null;
      const headings = roles.filter(({ level }) => level > 0);
      return headings.length > 0.6 * roles.length ? (headings[0]?.level ?? 0) : 0;
    },
    isRunning: (page, paragraph) => rolesOf(page, paragraph)?.every(({ running }) => running) === true,
    isPlain: (page, paragraph) => rolesOf(page, paragraph)?.every(({ plain }) => plain) === true,
  };
}

/** A lone heading of more pages is their title, or a slip: authors who style headings style several. */
const pagesOfOneHeading = 3;

/** How many texts of some pages are tagged as headings; one without words is an empty line. */
function taggedHeadings(pages: readonly Page[], rolesOn: (page: Page) => ReadonlyMap<number, ContentRole>): number {
  const found = new Set<object>();
  for (const page of pages) {
    const roles = rolesOn(page);
    for (const { words } of page.lines) {
      for (const { text, glyphs } of words) {
        const mcid = glyphs[0]?.mcid ?? null;
        const role = mcid === null || !/[\p{L}\p{N}]/u.test(text) ? undefined : roles.get(mcid);
        if (role !== undefined && role.level > 0) found.add(role.heading);
      }
    }
  }
  return found.size;
}

/** The role of each piece of marked content. */
function contentRoles(tag: Tag | null): ReadonlyMap<number, ContentRole> {
  const roles = new Map<number, ContentRole>();
  const walk = (element: Tag, inherited: ContentRole): void => {
    const level = levelOfRole(element.role);
    const role = {
      level: level ?? inherited.level,
      heading: level === null ? inherited.heading : element,
      plain: inherited.plain && plainRoles.test(element.role),
      running: inherited.running && (plainRoles.test(element.role) || listRoles.test(element.role)),
    };
    for (const child of element.children) {
      if (child.kind === 'tag') walk(child, role);
      else roles.set(child.mcid, role);
    }
  };
  if (tag !== null) walk(tag, { level: 0, heading: tag, plain: true, running: true });
  return roles;
}

const plainRoles = /^(?:Root|Document|DocumentFragment|Part|Art|Sect|Div|NonStruct|P|Span|Em|Strong)$/;
const listRoles = /^(?:L|LI|Lbl|LBody)$/;

function levelOfRole(role: string): number | null {
  if (role === 'Title' || role === 'H') return 1;
  const match = /^H([1-6])$/.exec(role);
  return match === null ? null : Number(match[1]);
}
