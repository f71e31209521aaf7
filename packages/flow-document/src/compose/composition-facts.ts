import type { Boundaries } from '@platen/pdf-kit';
import type { Link } from '@platen/pdf-kit/page-model';
import type { DocumentFacts } from '../analysis/document-facts.ts';
import type { HeadingNumberer } from '../analysis/headings/heading-numbers.ts';
import type { HeadingFacts } from '../analysis/headings/headings.ts';
import type { TaggedRoles } from '../analysis/headings/tagged-roles.ts';
import type { ListFinder } from '../analysis/lists/lists.ts';
import type { Languages } from '../analysis/text/languages.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { SpaceTable } from './space-table.ts';
import type { DocumentTitle } from './title.ts';

/** A place of a page that links point at. */
export interface Bookmark {
  /** How far down the page it is. */
  readonly y: number;
  readonly name: string;
}

/** What is constant for the whole document while its pages are composed. */
export interface CompositionFacts {
  readonly facts: DocumentFacts;
  readonly runStyles: RunStyles;
  readonly languages: Languages;
  readonly headings: HeadingFacts;
  readonly title: DocumentTitle | null;
  readonly roles: TaggedRoles;
  /** Each block has a place of its own, whatever is before it. */
  readonly keepsPlaces: boolean;
  readonly boundaries: Boundaries;
  readonly bookmarkOf: (link: Link) => string | null;
  readonly bookmarksOn: (pageNumber: number) => readonly Bookmark[];
}

/** State that continues from page to page: pages must be composed in order. */
export interface DocumentCounters {
  readonly lists: ListFinder;
  readonly headingNumbers: HeadingNumberer;
  readonly spaces: SpaceTable;
}
