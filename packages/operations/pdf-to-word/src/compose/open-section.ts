import type { SectionLayout } from '@platen/pdf-kit/flow-document';
import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { RunningText } from './page-ends.ts';
import { type RunningSets, sectionKey, sectionLayout, topOf } from './section-layout.ts';

/** Pages whose columns begin this close to the same height share a section, in points. */
const sameTopPt = 3;

/** How the pages of the source end. */
export interface PageEnds {
  /** Null where each page ends with a break. */
  readonly runningText: RunningText | null;
  /** How far the bottom margin may be lowered, in points, where each page does. */
  readonly spareBelowPt: number;
}

/** The section that blocks are in. */
export interface OpenSection {
  /** Null before the first band. */
  readonly layout: SectionLayout | null;
  /** Moves to the section of a band, which ends the one before; false where the band is in the same. */
  enter(page: PageLayout, band: BandLayout, isFirstOfPage: boolean): boolean;
  end(): void;
}

/** Begins sections where the columns or the size of the page change; `onEnd` gets each when it ends. */
export function createOpenSection(
  running: RunningSets,
  ends: PageEnds,
  onEnd: (section: SectionLayout) => void,
): OpenSection {
  let open: { readonly key: string; readonly layout: SectionLayout } | null = null;
  let isFirst = true;

  function end(): void {
    if (open !== null) onEnd(open.layout);
    open = null;
  }

  return {
    get layout() {
      return open?.layout ?? null;
    },
    enter(page, band, isFirstOfPage) {
      const key = sectionKey(page, band);
      const start = isFirstOfPage ? 'page' : 'continuous';
      if (open?.key === key) {
        const restartsNumbering = running.numberRestarts.has(page.page.number);
        const topY = topOf(page, band, start, ends.runningText);
        const hasSameTop = Math.abs(topY - open.layout.marginTopPt) <= sameTopPt;
        const fitsSection = !isFirstOfPage || (hasSameTop && !restartsNumbering);
        if (fitsSection) return false;
      }
      end();
      open = { key, layout: sectionLayout(page, band, { start, running, isFirst, ...ends }) };
      isFirst = false;
      return true;
    },
    end,
  };
}
