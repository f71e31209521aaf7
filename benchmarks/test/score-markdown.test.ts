import { expect, test } from 'vitest';
import { overallScore, scoreMarkdown } from '../src/markdown/score-markdown.ts';
import { treeDistance } from '../src/markdown/tree-distance.ts';

const truth =
  '# Title\n\n## One\n\nSome *text* with a [link](https://example.org).\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n## Two\n';

test('a document is as it should be whatever its links, looks and kind of table are', () => {
  const written =
    '# Title\n\n## One\n\nSome text with a link.\n\n<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n\n## **Two**\n';
  expect(scoreMarkdown(truth, written)).toEqual({ order: 1, tables: 1, headings: 1 });
});

test('a lost row, a heading of another level and swapped text cost what they are of the whole', () => {
  const lostRow = scoreMarkdown(truth, truth.replace('| 1 | 2 |\n', ''));
  // Of eight nodes (all, the table, two rows, four cells) a row and its cells are missing.
  expect(lostRow).toMatchObject({ headings: 1, tables: 1 - 3 / 8 });
  const flat = scoreMarkdown(truth, truth.replace('## Two', '# Two'));
  expect(flat.headings).toBeLessThan(1);
  expect(flat).toMatchObject({ order: 1, tables: 1 });
  const swapped = scoreMarkdown('one two three\n\nfour five six\n', 'four five six\n\none two three\n');
  expect(swapped).toMatchObject({ tables: null, headings: null });
  expect(swapped.order).toBeCloseTo(0.52, 1);
  expect(overallScore(swapped)).toBe(swapped.order);
});

test('trees are as far apart as the nodes that have to change', () => {
  const leaf = (label: string) => ({ label, children: [] });
  const rename = (one: string, other: string) => (one === other ? 0 : 1);
  // The example of Zhang and Shasha: d is moved below the other child.
  const one = {
    label: 'f',
    children: [{ label: 'd', children: [leaf('a'), { label: 'c', children: [leaf('b')] }] }, leaf('e')],
  };
  const other = {
    label: 'f',
    children: [{ label: 'c', children: [{ label: 'd', children: [leaf('a'), leaf('b')] }] }, leaf('e')],
  };
  expect(treeDistance(one, other, rename)).toBe(2);
  expect(treeDistance(one, one, rename)).toBe(0);
  expect(treeDistance(leaf('a'), one, rename)).toBe(5);
});
