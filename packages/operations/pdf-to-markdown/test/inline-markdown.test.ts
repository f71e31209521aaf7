import type { Inline, RunStyle } from '@platen/flow-document';
import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { plainStyle } from '../../../flow-document/test/plain-style.ts';
import { type InlineContext, inlineMarkdown } from '../src/emit/inline-markdown.ts';
import { paragraphText } from '../src/emit/paragraph-text.ts';

const context: InlineContext = {
  pictureName: () => 'report-1.png',
  noteLabel: () => '1',
  linkTo: () => {},
  setApart: () => {},
};

function run(text: string, style: Partial<RunStyle> = {}): Inline {
  return { kind: 'text', text, style: { ...plainStyle, ...style } };
}

function write(...inlines: readonly Inline[]): string {
  return paragraphText(inlineMarkdown(inlines, context, { lineBreak: '\\\n' }));
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function parse(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
}

/** What a reader sees of Markdown: HTML tags are none of it. */
function textOf({ type, value = '', children = [] }: Node): string {
  if (type === 'html') return '';
  return type === 'break' ? ' ' : value + children.map(textOf).join('');
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

describe('what is read back', () => {
  const signs = '\\`*_~[](){}<>!|#+-=.:&;^"\'$%@/1a b';
  const text = fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 });
  const style = fc.record({
    bold: fc.boolean(),
    italic: fc.boolean(),
    strike: fc.boolean(),
    script: fc.constantFrom('normal', 'superscript', 'subscript'),
    fontName: fc.constantFrom('Times New Roman', 'Courier New'),
  });
  const runs = fc.array(fc.tuple(text, style), { minLength: 1, maxLength: 4 });

  test('any text of any look is one paragraph with that text', () => {
    void fc.assert(
      fc.property(runs, (some) => {
        const markdown = write(...some.map(([each, look]) => run(each, look as Partial<RunStyle>)));
        const root = parse(markdown);
        expect((root.children ?? []).filter(({ type }) => type !== 'paragraph')).toEqual([]);
        expect(squeezed(textOf(root))).toBe(squeezed(some.map(([each]) => each).join('')));
      }),
      { numRuns: 400, seed: 7 },
    );
  });

  test('any text of a link is its text, and the link is one', () => {
    void fc.assert(
      fc.property(runs, (some) => {
        const words = some.map(([each]) => each).join('');
        const children = some.map(([each, look]) => run(each, look as Partial<RunStyle>));
        const root = parse(`a ${write({ kind: 'link', target: { url: 'https://example.com/a_(b)' }, children })}`);
        expect(squeezed(textOf(root))).toBe(squeezed(`a ${words}`));
        const links = (root.children?.[0]?.children ?? []).filter(({ type }) => type === 'link');
        expect(links.length).toBe(words.trim() === '' ? 0 : 1);
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});

describe('looks', () => {
  test('bold and italic words are marked without the spaces around them', () => {
    expect(
      write(run('A '), run('bold ', { bold: true }), run('and an '), run('italic', { italic: true }), run(' word')),
    ).toBe('A **bold** and an *italic* word');
  });

  test('where marks next to punctuation open nothing, tags do', () => {
    expect(write(run('「太字」', { bold: true }), run('です'))).toBe('<strong>「太字」</strong>です');
  });

  test('raised and lowered letters are HTML, letters of equal widths are code', () => {
    expect(
      write(run('E = mc'), run('2', { script: 'superscript' }), run(', '), run('a`b', { fontName: 'Courier New' })),
    ).toBe('E = mc<sup>2</sup>, ``a`b``');
  });

  test('what joins a word that a line ended inside is left out', () => {
    expect(write(run('exam\u00ADple'))).toBe('example');
  });
});

describe('the beginning of a line', () => {
  test.each([
    ['# 5 is a number', '\\# 5 is a number'],
    ['1986. A great year', '1986\\. A great year'],
    ['- is a dash', '\\- is a dash'],
    ['> is larger', '\\> is larger'],
    ['---', '\\---'],
    ['snake_case and 2*3', 'snake_case and 2\\*3'],
  ])('%s begins no other block', (text, markdown) => {
    expect(write(run(text))).toBe(markdown);
    expect(parse(markdown).children?.[0]?.type).toBe('paragraph');
  });
});

test('an address with underscores and tildes stays an address', () => {
  expect(write(run('See https://example.com/~a_b.'))).toBe('See <https://example.com/~a_b>.');
});
