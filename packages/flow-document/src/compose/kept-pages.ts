import { counted } from '@platen/core/internal';
import type { PageLayout } from '../analysis/layout/page-layout.ts';
import { losesPlaces } from './loses-places.ts';

/** The pages whose blocks are set where they are on the page. */
export interface KeptPages {
  has(pageNumber: number): boolean;
  /** Decides on a page when its turn comes; those of the survey are decided before. */
  decide(layout: PageLayout): boolean;
  /** Names the pages that are kept because their text would move. */
  report(warn: (code: string, message: string) => void): void;
}

/** Finds the pages whose text would leave its places as running text: they keep them. */
export function findKeptPages(layouts: readonly PageLayout[], which: 'all' | 'moving' | 'none'): KeptPages {
  const keepsAll = which === 'all';
  const kept = new Set<number>();
  const decided = new Set<number>();
  const decide = (layout: PageLayout) => {
    const { number } = layout.page;
    if (which === 'moving' && !decided.has(number) && losesPlaces(layout)) kept.add(number);
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
        `As running text, ${counted(kept.size, 'page')} would get longer or leave what is drawn. The paragraphs keep their places in frames: ${kept.size === 1 ? 'page' : 'pages'} ${pages}`,
      );
    },
  };
}
