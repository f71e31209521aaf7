import { expect, test } from 'vitest';
import { keptWords } from '../src/word-editing/kept-words.ts';

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
  return keptWords([source], docx).lost;
}

test('a word is kept where the text layer lacks a letter of its ligatures', () => {
  expect(lost('The oice oten saw signiicant workfows', 'The office often saw significant workflows')).toEqual([]);
});

test('a word is lost where the document has another one', () => {
  expect(lost('The oice was signiicant', 'The offer was significant')).toEqual(['oice']);
});
