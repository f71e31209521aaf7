import { expect, test } from 'vitest';
import { joinedFormat } from '../src/compose/join-paragraphs.ts';
import { plainParagraph } from '../src/document/plain-paragraph.ts';
import { convertDrawn, setProse } from './docx.ts';

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
  const { parts } = await convertDrawn([(page, { regular }) => setProse(page, regular, prose.repeat(4), 50, 80, 300)]);
  const [, line] = /w:styleId="Normal".*?w:line="(\d+)"/.exec(parts.get('word/styles.xml') ?? '') ?? [];
  expect(parts.get('word/document.xml')).toContain(`w:line="${line}"`);
});
