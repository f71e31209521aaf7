import type { BandLayout, PageLayout } from '../analysis/layout/page-layout.ts';
import type { SectionLayout } from '../model/sections.ts';
import type { MarginBelowBreaks, RunningText } from './page-ends.ts';
import {
  haveSameShape,
  type OpenPart,
  type RunningLookup,
  type SectionShape,
  sectionLayout,
  sectionShape,
  topOf,
} from './section-layout.ts';

/** Pages whose columns begin this close to the same height share a section, in points. */
const sameTopPt = 3;
/**
 * Below the first section of a page less: LibreOffice begins the next page at the margin of that first section, and drops
 * the space above its text as well. Columns below a title begin 0.7 at most apart on the pages they run on to.
 */
const sameTopBelowPt = 1;
/** Pages whose bodies end this close to the same height share a section, in points. */
const sameEndPt = 1;
/** Less than a line, where a sentence goes on over the page: no section may break it. */
const sentenceTopPt = 9;

/** How the pages of the source end. */
export interface PageEnds extends MarginBelowBreaks {
  /** Null where each page ends with a break. */
  readonly runningText: RunningText | null;
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
  part: OpenPart,
  ends: PageEnds,
  onEnd: (section: SectionLayout) => void,
): OpenSection {
  let open: { readonly shape: SectionShape; readonly layout: SectionLayout; readonly endY: number } | null = null;
  /** The margin above the pages of the open section: LibreOffice keeps that of the section that began its page. */
  let topPt = 0;

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
      const { running } = part;
      const own = running === null || (isFirstOfPage && !continues) ? runningOn(page.page) : running;
      const bandTopPt = isFirstOfPage ? topOf(page, band, ends.runningText, own) : topPt;
      if (open !== null && haveSameShape(open.shape, shape)) {
        const nearPt = open.layout.start === 'continuous' ? sameTopBelowPt : sameTopPt;
        const hasSameTop = Math.abs(bandTopPt - topPt) <= (continues ? sentenceTopPt : nearPt);
        const hasSameEnd = continues || Math.abs(page.frame.y1 - open.endY) < sameEndPt;
        // Columns end before those of the next band of their page begin.
        if (isFirstOfPage ? hasSameTop && hasSameEnd && own === running : band.columns.length === 1) return false;
      }
      end();
      topPt = bandTopPt;
      const isFirst = own !== running;
      const layout = sectionLayout(page, band, { start, topPt, running: own, isFirst, ...ends });
      open = { shape, layout, endY: page.frame.y1 };
      part.running = own;
      return true;
    },
    end,
  };
}
