import type { Page } from './types.ts';

/** An empty, upright page. */
export function blankPage({ number, widthPt, heightPt }: Pick<Page, 'number' | 'widthPt' | 'heightPt'>): Page {
  return {
    number,
    widthPt,
    heightPt,
    rotation: 0,
    turned: 0,
    kind: 'blank',
    lines: [],
    drawnText: '',
    hiddenText: '',
    unreadable: [],
    rules: [],
    boxes: [],
    fills: [],
    drawings: [],
    pictures: [],
    links: [],
    formValues: [],
    tags: null,
    warnings: [],
  };
}
