import { counted } from '@platen/core/internal';
import type { PageLayout } from '../analysis/layout/page-layout.ts';
import { pushedDownPt } from './pushed-down.ts';

/** The pages whose blocks are set where they are on the page. */
export interface KeptPages {
  has(pageNumber: number): boolean;
  /** Decides on a page when its turn comes; those of the survey are decided before. */
  decide(layout: PageLayout): boolean;
  /** Names the pages that are kept because they would not fit. */
  report(warn: (code: string, message: string) => void): void;
}

/**
 * Blocks pushed down further than this, in points, leave what is drawn beside them. On the documents of the corpus none
 * is pushed by more than 8; of 22 designed pages, four that lost their places have 16 to 22.
 */
const mostPushedPt = 15;

/** Finds the pages whose text would be longer as running text than it is: they keep their places. */
export function findKeptPages(layouts: readonly PageLayout[], which: 'all' | 'longer' | 'none'): KeptPages {
  const keepsAll = which === 'all';
  const kept = new Set<number>();
  const decided = new Set<number>();
  const decide = (layout: PageLayout) => {
    const { number } = layout.page;
    if (which === 'longer' && !decided.has(number) && pushedDownPt(layout) > mostPushedPt) kept.add(number);
    decided.add(number);
    return keepsAll || kept.has(number);
  };
  for (const layout of layouts) decide(layout);
  return {
    has: (pageNumber) => keepsAll || kept.has(pageNumber),
    decide,
    report(warn) {
      if (kept.size === 0) return;
      const pages = [...kept].sort((first, second) => first - second).join(', ');
      warn(
        'LAYOUT_KEPT',
        `As running text, ${counted(kept.size, 'page')} would get longer. The paragraphs keep their places in frames: ${kept.size === 1 ? 'page' : 'pages'} ${pages}`,
      );
    },
  };
}
