import { textOf } from '@platen/pdf-kit/page-model';
import type { DocumentFacts } from '../analysis/document-facts.ts';
import { type PageLayout, paragraphsIn } from '../analysis/layout/page-layout.ts';
import type { BodyFormat } from '../model/document-styles.ts';
import type { RunStyle } from '../model/formats.ts';
import { lineSetting } from './line-height.ts';
import { runsOn } from './page-ends.ts';
import type { WrittenHeights } from './written-heights.ts';

/** Fewer lines do not show whether they end flush. */
const minLines = 3;

/**
 * How the lines of most body text are: what Normal says, for those who continue writing. LibreOffice falls back to it
 * behind a column break inside a paragraph.
 */
export function bodyFormatOf(
  layouts: readonly PageLayout[],
  body: RunStyle,
  facts: DocumentFacts,
  heights: WrittenHeights,
): BodyFormat {
  const lines = { justify: 0, other: 0 };
  for (const { alignment, fragments } of layouts.flatMap(paragraphsIn)) {
    const size = fragments[0]?.style.sizePt ?? 0;
    if (fragments.length < minLines || Math.abs(size - body.sizePt) > 0.5) continue;
    lines[alignment === 'justify' ? 'justify' : 'other'] += fragments.length;
  }
  const widowControl = controlsWidows(layouts, heights);
  if (lines.justify + lines.other === 0) {
    return { alignment: 'left', lineSpacing: { rule: 'multiple', value: 1 }, widowControl };
  }
  return {
    alignment: lines.justify > lines.other ? 'justify' : 'left',
    lineSpacing: lineSetting(body, facts.pitches.usual(body.sizePt)).spacing,
    widowControl,
  };
}

/** Whether text runs over pages, and none of them separates a single line from its paragraph. */
function controlsWidows(layouts: readonly PageLayout[], heights: WrittenHeights): boolean {
  const joints = layouts.flatMap((layout, index) => {
    const next = layouts[index + 1];
    return next?.page.number === layout.page.number + 1 && runsOn(layout, next, heights) ? [{ layout, next }] : [];
  });
  return joints.length > 0 && !joints.some(({ layout, next }) => endsWithLoneLine(layout) || beginsWithLoneLine(next));
}

function endsWithLoneLine({ bands }: PageLayout): boolean {
  const last = bands.at(-1)?.columns.at(-1)?.blocks.at(-1);
  if (last?.kind !== 'paragraph' || last.fragments.length > 1 || !last.endsFull) return false;
  return /[\p{L},]$/u.test(textOf(last.fragments[0]?.words ?? []));
}

function beginsWithLoneLine({ bands }: PageLayout): boolean {
  const first = bands[0]?.columns[0]?.blocks[0];
  return (
    first?.kind === 'paragraph' &&
    first.fragments.length === 1 &&
    /^\p{Ll}/u.test(textOf(first.fragments[0]?.words ?? []))
  );
}
