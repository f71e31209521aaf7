import type { PageFlow } from './page-flow.ts';

/** Sets some pages in exact places and the others as running text: a section ends wherever one of each kind meet. */
export function createMixedFlow(
  running: PageFlow,
  exact: PageFlow,
  isExact: (pageNumber: number) => boolean,
): PageFlow {
  let current = running;

  function enter(next: PageFlow): void {
    if (next !== current) current.finish();
    current = next;
  }

  return {
    beginPage(layout, continues) {
      enter(isExact(layout.page.number) ? exact : running);
      current.beginPage(layout, continues);
    },
    beginBand: (band) => current.beginBand(band),
    beginColumn: (index) => current.beginColumn(index),
    put: (items) => current.put(items),
    finish: () => current.finish(),
  };
}
