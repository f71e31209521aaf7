import { expect, test } from 'vitest';
import { withSharedEnd } from '../src/analysis/layout/shared-end.ts';
import type { Fragment, ParagraphDraft } from '../src/analysis/types.ts';
import { endIndent } from '../src/compose/end-indent.ts';

/** A paragraph in a column from 50 to 350 points. */
function draftOf(change: Partial<ParagraphDraft>): ParagraphDraft {
  const line = { style: { sizePt: 10 } } as Fragment;
  return {
    alignment: 'left',
    direction: 'ltr',
    columnX0: 50,
    columnX1: 350,
    box: { x0: 50, y0: 0, x1: 340, y1: 36 },
    fragments: [line, line, line],
    ...change,
  } as ParagraphDraft;
}

test('ragged lines that end a little before their column have no indent', () => {
  expect(endIndent(draftOf({}))).toBe(0);
});

test('flush lines keep the edge they had, and ragged ones that end far before their column', () => {
  expect(endIndent(draftOf({ alignment: 'justify' }))).toBeCloseTo(9.6);
  expect(endIndent(draftOf({ box: { x0: 50, y0: 0, x1: 320, y1: 36 } }))).toBeCloseTo(29);
  expect(
    endIndent(draftOf({ alignment: 'justify', direction: 'rtl', box: { x0: 60, y0: 0, x1: 350, y1: 36 } })),
  ).toBeCloseTo(9.6);
});

test('a line or two do not tell where their paragraph ends', () => {
  const { fragments } = draftOf({});
  expect(endIndent(draftOf({ alignment: 'justify', fragments: fragments.slice(1) }))).toBe(0);
});

test('two lines end where the long paragraphs of a column do that is half empty', () => {
  const { fragments } = draftOf({});
  const box = { x0: 50, y0: 0, x1: 190, y1: 24 };
  const long = draftOf({ kind: 'paragraph', box });
  const short = draftOf({ kind: 'paragraph', box: { ...box, x1: 185 }, fragments: fragments.slice(1) });
  const [, , last] = withSharedEnd([long, long, short]);
  expect(endIndent(last as ParagraphDraft)).toBe(159);
  expect(withSharedEnd([long, short])).toEqual([long, short]);
  expect(withSharedEnd([long, long, draftOf({ kind: 'paragraph' })])[0]).not.toHaveProperty('sharedX1');
});
