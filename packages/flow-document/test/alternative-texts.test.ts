import type { Tag } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { withAlternativeTexts } from '../src/analysis/figures/alternative-texts.ts';
import type { FigureItem } from '../src/analysis/types.ts';

test('figures take the texts of the figure tags in their order', () => {
  const tags = tag('Document', [tag('Sect', [tag('Figure', [], 'A duck')]), tag('Figure', [], 'A lake')]);
  const texts = withAlternativeTexts([picture(1), picture(0)], tags).map(({ alternativeText }) => alternativeText);
  expect(texts).toEqual(['A lake', 'A duck']);
});

test('no text is given out where figures and tags differ in number', () => {
  const tags = tag('Document', [tag('Figure', [], 'A duck')]);
  const texts = withAlternativeTexts([picture(0), picture(1)], tags).map(({ alternativeText }) => alternativeText);
  expect(texts).toEqual(['', '']);
});

function tag(role: string, children: readonly Tag[], alt: string | null = null): Tag {
  return { kind: 'tag', role, alt, lang: null, rowSpan: 1, colSpan: 1, children };
}

function picture(pictureIndex: number): FigureItem {
  return {
    kind: 'figure',
    box: { x0: 0, y0: 0, x1: 50, y1: 50 },
    pictureIndex,
    alternativeText: '',
    texts: [],
    behindText: false,
  };
}
