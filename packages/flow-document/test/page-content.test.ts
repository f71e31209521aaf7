import { expect, test } from 'vitest';
import { bottomUp } from '../src/compose/page-content.ts';

test('turned text lies on the pictures behind the page', () => {
  const kinds = (['shape', 'text-box', 'picture'] as const).map((kind) => ({ kind }));
  expect(bottomUp(kinds as unknown as Parameters<typeof bottomUp>[0]).map(({ kind }) => kind)).toEqual([
    'shape',
    'picture',
    'text-box',
  ]);
});
