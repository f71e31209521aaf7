import type { Line, Page, Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import type { FurnitureFacts } from '../src/analysis/running/furniture.ts';
import type { ListDefinition, RunStyle } from '../src/model/formats.ts';
import { plainParagraph } from '../src/model/plain-paragraph.ts';
import { createWordCheck } from '../src/words/word-check.ts';

const style = {} as RunStyle;
const noFurniture: FurnitureFacts = { lines: [], find: () => null, pageNumberOn: () => null };
const noSet = { default: null, first: null, even: null };

function page(number: number, ...texts: readonly string[]): Page {
  return {
    number,
    drawnText: '',
    hiddenText: '',
    formValues: [],
    lines: texts.map((text) => lineOf(text.split(' ').map((word) => ({ text: word })))),
  } as unknown as Page;
}

function lineOf(words: readonly Partial<Word>[]): Line {
  const whole = words.map((word) => ({ script: 'normal', spaceAfter: true, ...word }));
  const spaced = whole.map(({ text, spaceAfter }) => (spaceAfter ? `${text} ` : text));
  return { text: spaced.join('').trimEnd(), words: whole } as unknown as Line;
}

function text(content: string) {
  return plainParagraph([{ kind: 'text', text: content, style }], {});
}

function chart(alternativeText: string) {
  const size = { widthPt: 10, heightPt: 10, alternativeText };
  const placement = { kind: 'inline' } as const;
  return plainParagraph([{ kind: 'picture', bytes: new Uint8Array(), mediaType: 'image/png', ...size, placement }], {});
}

function warnings(
  pages: readonly Page[],
  written: readonly ReturnType<typeof text>[],
  lists: readonly ListDefinition[] = [],
) {
  const check = createWordCheck({
    furniture: noFurniture,
    runningOn: () => ({ headers: noSet, footers: noSet }),
  });
  const target = check.counting({ write() {}, endSection() {} });
  for (const one of pages) check.read(one);
  for (const block of written) target.write(block);
  const found: [string, string][] = [];
  check.report(lists, (code, message) => found.push([code, message]));
  return found;
}

test('a document with all words of its pages says nothing', () => {
  expect(warnings([page(1, 'one two', 'three')], [text('one two three')])).toEqual([]);
});

test('the mark of a note behind a word, which the word processor writes, is not missing', () => {
  const line = lineOf([
    { text: 'statutes', spaceAfter: false },
    { text: '1', script: 'superscript' },
    { text: 'apply' },
  ]);
  const note = { kind: 'footnote' as const, mark: null, style, blocks: [text('their text')] };
  const words = ['statutes', ' apply'].map((part) => ({ kind: 'text' as const, text: part, style }));
  const [before, after] = words;
  if (before === undefined || after === undefined) throw new TypeError('There are two words');
  const pages = [{ ...page(1, 'their text'), lines: [line, ...page(1, '1 their text').lines] }];
  expect(warnings(pages, [plainParagraph([before, note, after], {})])).toEqual([]);
});

test('what a field is filled in with beyond its edge is missing', () => {
  const value = 'a long answer that is cut off where its field ends';
  const field = { name: '', kind: 'text', value, checked: null, isShown: true } as Page['formValues'][number];
  const shown = 'a long answer that is cut off';
  const found = warnings([{ ...page(3, shown), formValues: [field] }], [text(shown)]);
  expect(found).toEqual([['WORDS_MISSING', expect.stringMatching(/^4 of 11 words are missing.* 3$/)]]);
});

test('a document that lacks words says how many, and where they stood', () => {
  const [[code, message] = []] = warnings([page(1, 'one'), page(4, 'two three')], [text('one')]);
  expect(code).toBe('WORDS_MISSING');
  expect(message).toContain('2 of 3 words');
  expect(message).toContain('4');
  expect(message).not.toContain('three');
});

test('a whole line that is missing is reported, however long the document is', () => {
  const long = Array.from({ length: 3000 }, (_, index) => `word${index}`);
  const pages = [page(1, ...long), page(7, 'mussels garlic parsley')];
  const [[code, message] = [], ...others] = warnings(pages, [text(long.join(' '))]);
  expect(others).toEqual([]);
  expect(code).toBe('WORDS_MISSING');
  expect(message).toMatch(/^3 of 3003 words are missing in the result, among them whole lines of page 7$/);
  expect(
    warnings([...pages, page(8, 'some more words')], [text(`${long.join(' ')} mussels garlic words some more`)]),
  ).toEqual([]);
});

test('a word that is drawn but was not read is missing unless the document has it', () => {
  const drawn = { ...page(3, 'one two'), drawnText: 'one two three' } as Page;
  expect(warnings([drawn], [text('one two')]).map(([code]) => code)).toEqual(['WORDS_MISSING']);
  expect(warnings([drawn], [text('one two three')])).toEqual([]);
});

test('words are the same however the page draws them', () => {
  const drawn = { ...page(1, 'naïve office'), drawnText: 'of fice na\u0131\u0308 ve' } as Page;
  expect(warnings([drawn], [text('naïve office')])).toEqual([]);
});

test('a word with an accent that was not read is missing unless the document has it', () => {
  const drawn = { ...page(1, 'one'), drawnText: 'one caf\u00e9' } as Page;
  expect(warnings([drawn], [text('one caf\u00e9')])).toEqual([]);
  expect(warnings([drawn], [text('one'), chart('caf\u00e9')]).map(([code]) => code)).toEqual(['TEXT_IN_PICTURES']);
  expect(warnings([drawn], [text('one')]).map(([code]) => code)).toEqual(['WORDS_MISSING']);
});

test('words that a picture shows are not missing, but are no text', () => {
  expect(warnings([page(1, 'one two')], [text('one'), chart('two')]).map(([code]) => code)).toEqual([
    'TEXT_IN_PICTURES',
  ]);
});

test('a label that the word processor writes is as many words as it shows', () => {
  const level = {
    format: 'decimal',
    label: '6.%1',
    start: 1,
    indentLeftPt: 0,
    hangingPt: 0,
    isTight: false,
    labelStyle: null,
  } as const;
  const list = { listId: 'clauses', level: 0 };
  const item = (content: string) => ({ ...text(content), list });
  const pages = [page(1, '6.1 first', '6.2 second')];
  expect(warnings(pages, [item('first'), item('second')], [{ id: 'clauses', levels: [level] }])).toEqual([]);
  expect(warnings(pages, [item('first'), text('second')], [{ id: 'clauses', levels: [level] }])).toHaveLength(1);
});

test('words that the file hides are reported, but not those that the page shows as well', () => {
  const hiding = { ...page(2, 'one two'), hiddenText: 'two three' } as Page;
  const [[code, message] = [], ...others] = warnings([page(1, 'three'), hiding], [text('three'), text('one two')]);
  expect(others).toEqual([]);
  expect(code).toBe('TEXT_HIDDEN');
  expect(message).toMatch(/^1 word that the file hides was left out, .* of page 2$/);
});
