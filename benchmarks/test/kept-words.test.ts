import { expect, test } from 'vitest';
import { agreedWords, keptWords } from '../src/word-editing/kept-words.ts';
import { wordsOf } from '../src/word-editing/words-of.ts';

function lost(source: string, written: string): readonly string[] {
  const docx = {
    paragraphs: [
      {
        text: written,
        styleId: '',
        place: 'body' as const,
        numbered: false,
        beginsPage: false,
        properties: [],
        runs: [],
      },
    ],
    runningText: '',
    notesText: '',
    alternativeText: '',
    labels: [],
    noteCount: 0,
    hasPageField: false,
    numbersLines: false,
    shapes: { white: 0, lines: 0, all: 0 },
  };
  return keptWords([wordsOf(source)], docx).lost;
}

test('a word is kept where the text layer lacks a letter of its ligatures', () => {
  expect(lost('The oice oten saw signiicant workfows', 'The office often saw significant workflows')).toEqual([]);
});

test('a word is lost where the document has another one', () => {
  expect(lost('The oice was signiicant', 'The offer was significant')).toEqual(['oice']);
});

test('a word of the text layer is what both readers find, however they cut it', () => {
  expect(agreedWords('The white space of Fig. 3', 'The whitespace of Fig.')).toEqual([
    'the',
    'white',
    'space',
    'of',
    'fig',
  ]);
  expect(agreedWords('日本語 text', '日 本語 text')).toEqual(['日', '本', '語', 'text']);
});

test('letters of Hangul by themselves are no syllables', () => {
  expect(lost('ㄱ ㅏ', 'ㄱㅏ')).toEqual([]);
});

test('a ligature of Arabic is the same in either order', () => {
  expect(lost('االنتاجية', 'الانتاجية')).toEqual([]);
});
