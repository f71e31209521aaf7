import { expect, test } from 'vitest';
import { withoutElements } from '../../src/objects/without-elements.ts';

test.each([
  ['<r><a>1</a>2</r>', '<r>2</r>'],
  ['<r><a/><a x="1"/>2<a\n>3</a ></r>', '<r>2</r>'],
  ['<r><ab>1</ab><a:b/><a.b/></r>', '<r><ab>1</ab><a:b/><a.b/></r>'],
  ['<r><a>1', '<r><a>1'],
  ['<r><a', '<r><a'],
  ['<r><a>1</a', '<r><a>1</a'],
])('%j without a is %j', (xml, expected) => {
  expect(withoutElements(xml, 'a')).toBe(expected);
});

test.each(['<a>', '<a ', '<a', '</a', '<a></a'])('a megabyte of %j takes no time', (part) => {
  const xml = part.repeat(1_000_000 / part.length);
  const started = performance.now();
  withoutElements(xml, 'a');
  expect(performance.now() - started).toBeLessThan(2_000);
});
