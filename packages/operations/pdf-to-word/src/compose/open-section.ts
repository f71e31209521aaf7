import type { SectionLayout } from '@platen/pdf-kit/flow-document';
import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { RunningText } from './page-ends.ts';
import {
  haveSameShape,
  type RunningLookup,
  type RunningSets,
  type SectionShape,
  sectionLayout,
  sectionShape,
  topOf,
} from './section-layout.ts';

/** Pages whose columns begin this close to the same height share a section, in points. */
const sameTopPt = 3;
/** Less than a line, where a sentence goes on over the page: no section may break it. */
const sentenceTopPt = 9;

/** How the pages of the source end. */
export interface PageEnds {
  /** Null where each page ends with a break. */
  readonly runningText: RunningText | null;
  /** How far the bottom margin may be lowered, in points, where each page does. */
  readonly spareBelowPt: number;
}

/** What a band begins with. */
export interface BandStart {
  readonly isFirstOfPage: boolean;
  /** Its first line goes on with the sentence that the page before ended in. */
  readonly continues: boolean;
}

/** The section that blocks are in. */
export interface OpenSection {
  /** Null before the first band. */
  readonly layout: SectionLayout | null;
  /** Moves to the section of a band, which ends the one before; false where the band is in the same. */
  enter(page: PageLayout, band: BandLayout, start: BandStart): boolean;
  end(): void;
}

/** Begins sections where the columns or the size of the page change; `onEnd` gets each when it ends. */
export function createOpenSection(
  runningOn: RunningLookup,
  ends: PageEnds,
  onEnd: (section: SectionLayout) => void,
): OpenSection {
  let open: { readonly shape: SectionShape; readonly layout: SectionLayout } | null = null;
  let running: RunningSets | null = null;

  function end(): void {
    if (open !== null) onEnd(open.layout);
    open = null;
  }

  return {
    get layout() {
      return open?.layout ?? null;
    },
    enter(page, band, { isFirstOfPage, continues }) {
      const shape = sectionShape(page, band);
      const start = isFirstOfPage ? 'page' : 'continuous';
      // Inside a sentence no part begins: its section would begin a page.
      const own = running === null || (isFirstOfPage && !continues) ? runningOn(page.page) : running;
      if (open !== null && haveSameShape(open.shape, shape)) {
        const topY = topOf(page, band, start, ends.runningText, own);
        const hasSameTop = Math.abs(topY - open.layout.marginTopPt) <= (continues ? sentenceTopPt : sameTopPt);
        const fitsSection = !isFirstOfPage || (hasSameTop && own === running);
        if (fitsSection) return false;
      }
      end();
      open = { shape, layout: sectionLayout(page, band, { start, running: own, isFirst: own !== running, ...ends }) };
      running = own;
      return true;
    },
    end,
  };
}
