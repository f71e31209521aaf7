import { plainParagraph } from '@platen/pdf-kit/flow-document';
import { expect, test } from 'vitest';
import { joinedFormat } from '../src/compose/join-paragraphs.ts';
import { convertDrawn, setProse, write } from './docx.ts';

const oneLine = plainParagraph([], { indentLeftPt: 12, indentRightPt: 4 }).format;
const lines = plainParagraph([], { alignment: 'justify', indentRightPt: 2 }).format;

test('a single line before a break is indented as the lines after it tell, and stands as they do', () => {
  expect(joinedFormat(oneLine, lines, true)).toMatchObject({
    alignment: 'justify',
    indentLeftPt: 0,
    firstLinePt: 12,
    indentRightPt: 2,
  });
});

test('several lines before a break tell how they stand', () => {
  expect(joinedFormat(oneLine, lines, false)).toMatchObject({ alignment: 'left', indentLeftPt: 12, indentRightPt: 2 });
});

test('Normal has the line spacing of the body', async () => {
  const prose = 'A line of prose ends where the next word would not have fitted, and so the words of it run on. ';
  const { parts, paragraphs } = await convertDrawn([
    (page, { regular }) => setProse(page, regular, prose.repeat(4), 50, 80, 300),
  ]);
  const [, line] = /w:styleId="Normal".*?w:line="(\d+)"/.exec(parts.get('word/styles.xml') ?? '') ?? [];
  expect(paragraphs[0]?.spacing).toContain(`w:line="${line}"`);
  expect(paragraphs[0]?.xml).not.toContain('w:line=');
});

test('short lines of much the same length stay apart, for the next word would have fitted', async () => {
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      setProse(page, regular, 'A line of prose that runs on to the next one. '.repeat(8), 50, 60, 300);
      ['Date: 29 October', 'Due: 12 November', 'Order: 27 October'].forEach((text, index) => {
        write(page, regular, 10, 50, 200 + 12 * index, text);
      });
    },
  ]);
  expect(paragraphs.map(({ text }) => text)).toContain('Due: 12 November');
});

test('a sentence that a page breaks before a capital runs on', async () => {
  const line = 'and each of these lines is as long as all of the others are in the';
  const { paragraphs } = await convertDrawn([
    (page, { regular }) => {
      [60, 72, 84].forEach((y) => {
        write(page, regular, 10, 50, y, line);
      });
    },
    (page, { regular }) => {
      setProse(page, regular, 'World Bank follows here, and its sentence ends on the second page of all.', 50, 60, 300);
    },
  ]);
  expect(paragraphs.filter(({ text }) => text !== '')).toHaveLength(1);
});
