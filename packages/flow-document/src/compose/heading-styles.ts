import type { SourceHeadingStyle } from '../analysis/headings/headings.ts';
import type { TaggedRoles } from '../analysis/headings/tagged-roles.ts';
import { type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { HeadingStyle } from '../model/document-styles.ts';
import type { RunStyle } from '../model/formats.ts';
import { titleLevel } from '../model/title-level.ts';
import { baseStyleOf } from './base-style.ts';
import { levelBelowTitle } from './heading-levels.ts';
import type { DocumentTitle } from './title.ts';

const levels = [1, 2, 3, 4, 5, 6];

export interface HeadingStyleSources {
  readonly layouts: readonly PageLayout[];
  /** From the most prominent to the least. */
  readonly sourceStyles: readonly SourceHeadingStyle[];
  readonly roles: TaggedRoles;
  readonly runStyles: RunStyles;
  readonly title: DocumentTitle | null;
  readonly body: RunStyle;
}

/** The built-in heading styles, as the headings of the document are set; bold body text where it has none. */
export function headingStylesOf(sources: HeadingStyleSources): HeadingStyle[] {
  const { layouts, sourceStyles, roles, runStyles, title, body } = sources;
  const tagged = roles.hasHeadings ? taggedStyles(layouts, roles, runStyles) : new Map<number, RunStyle>();
  const ofHeadings = title?.takesLevel === true ? sourceStyles.slice(1) : sourceStyles;
  const spacing = { spaceBeforePt: 12, spaceAfterPt: 6 };
  const headings = levels.map((level) => {
    const found = ofHeadings.find((candidate) => levelBelowTitle(candidate.level, title) === level);
    return {
      level,
      outlineLevel: level,
      run: tagged.get(level) ?? found?.style ?? { ...body, bold: true },
      ...spacing,
    };
  });
  if (title === null) return headings;
  return [...headings, { level: titleLevel, outlineLevel: null, run: title.run, ...spacing }];
}

/** The style of the first tagged heading of each level. */
function taggedStyles(layouts: readonly PageLayout[], roles: TaggedRoles, runStyles: RunStyles): Map<number, RunStyle> {
  const found = new Map<number, RunStyle>();
  for (const layout of layouts) {
    for (const paragraph of paragraphsIn(layout)) {
      const level = roles.headingLevelOf(layout.page, paragraph) ?? 0;
      if (level > 0 && !found.has(level)) found.set(level, baseStyleOf(paragraph, runStyles));
    }
  }
  return found;
}
