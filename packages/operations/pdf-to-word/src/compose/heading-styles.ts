import type { HeadingLook } from '../analysis/headings.ts';
import { type PageLayout, paragraphsIn } from '../analysis/page-layout.ts';
import type { RunStyles } from '../analysis/run-styles.ts';
import type { TaggedRoles } from '../analysis/tagged-roles.ts';
import type { RunStyle } from '../document/inline-types.ts';
import type { HeadingStyle } from '../document/types.ts';
import { baseStyleOf } from './base-style.ts';

const levels = [1, 2, 3, 4, 5, 6];

export interface HeadingStyleSources {
  readonly layouts: readonly PageLayout[];
  readonly looks: readonly HeadingLook[];
  readonly roles: TaggedRoles;
  readonly runStyles: RunStyles;
  readonly body: RunStyle;
}

/** The built-in heading styles, looking as the headings of the document do; bold body text where it has none. */
export function headingStylesOf({ layouts, looks, roles, runStyles, body }: HeadingStyleSources): HeadingStyle[] {
  const tagged = roles.hasHeadings ? taggedLooks(layouts, roles, runStyles) : new Map<number, RunStyle>();
  return levels.map((level) => ({
    level,
    run: tagged.get(level) ?? looks.find((look) => look.level === level)?.style ?? { ...body, bold: true },
    spaceBeforePt: 12,
    spaceAfterPt: 6,
  }));
}

/** How the first heading of each level looks. */
function taggedLooks(layouts: readonly PageLayout[], roles: TaggedRoles, runStyles: RunStyles): Map<number, RunStyle> {
  const found = new Map<number, RunStyle>();
  for (const layout of layouts) {
    for (const paragraph of paragraphsIn(layout)) {
      const level = roles.headingLevelOf(layout.page, paragraph) ?? 0;
      if (level > 0 && !found.has(level)) found.set(level, baseStyleOf(paragraph, runStyles));
    }
  }
  return found;
}
