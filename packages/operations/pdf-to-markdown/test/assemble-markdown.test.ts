import type { ListDefinition, ListLevel } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { assembleMarkdown } from '../src/emit/assemble-markdown.ts';
import type { MarkdownPart } from '../src/emit/markdown-parts.ts';

const place = { pageNumber: null, bookmarks: [] };

function level(format: ListLevel['format'], label: string): ListLevel {
  return { format, label, start: 1, indentLeftPt: 0, hangingPt: 0, isTight: false, labelStyle: null };
}

const lists: readonly ListDefinition[] = [
  { id: 'a', levels: [level('decimal', '%1.'), level('bullet', '•'), level('lower-letter', '%3)')] },
  { id: 'b', levels: [level('decimal', '%1.')] },
  { id: 'n', levels: [level('decimal', '%1'), level('decimal', '%1.%2')] },
];

function assemble(parts: readonly MarkdownPart[], linked: readonly string[] = [], pageMarks = false): string {
  return assembleMarkdown(parts, { lists, linked: new Set(linked), pageMarks });
}

const item = (listId: string, depth: number, text: string): MarkdownPart => ({
  kind: 'item',
  list: { listId, level: depth },
  text,
  ...place,
});

test('deeper items are indented as far as the text of those above them', () => {
  const parts = [item('a', 0, 'one'), item('a', 1, 'point'), item('a', 2, 'letter'), item('a', 0, 'two')];
  expect(assemble(parts)).toBe('1. one\n   - point\n     - a) letter\n2. two\n');
});

test('a list that begins anew below another one stays one of its own', () => {
  expect(assemble([item('a', 0, 'one'), item('b', 0, 'first')])).toBe('1. one\n\n<!-- -->\n\n1. first\n');
});

test('headings have their numbers, and marks at their ends stay', () => {
  const heading = (depth: number, text: string): MarkdownPart => ({
    kind: 'heading',
    level: depth + 1,
    text,
    list: { listId: 'n', level: depth },
    ...place,
  });
  expect(assemble([heading(0, 'In C #'), heading(1, 'Why')])).toBe('# 1 In C \\#\n\n## 1.1 Why\n');
});

test('only places that are linked to have anchors', () => {
  const part: MarkdownPart = { kind: 'text', text: 'There', pageNumber: null, bookmarks: ['here', 'there'] };
  expect(assemble([part], ['there'])).toBe('<a id="there"></a>There\n');
});

test('a page on which no block begins has its mark with the next', () => {
  const parts = [1, 3].map((pageNumber): MarkdownPart => ({ kind: 'text', text: 'Text', pageNumber, bookmarks: [] }));
  expect(assemble(parts, [], true)).toBe('<!-- page 1 -->\n\nText\n\n<!-- page 2 -->\n\n<!-- page 3 -->\n\nText\n');
});

test('lines of a program are one block, as far in as on the page', () => {
  const line = (text: string, indentPt: number): MarkdownPart => ({
    kind: 'code',
    lines: [text],
    indentPt,
    letterPt: 6,
    ...place,
  });
  expect(assemble([line('if (a) {', 10), line('```', 22), line('}', 10)])).toBe('````\nif (a) {\n  ```\n}\n````\n');
});
