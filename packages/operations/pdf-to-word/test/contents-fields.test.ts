import type { Block, Inline } from '@platen/flow-document';
import { expect, test } from 'vitest';
import { plainParagraph } from '../../../flow-document/src/model/plain-paragraph.ts';
import { plainStyle as style } from '../../../flow-document/test/plain-style.ts';
import { createContentsFields } from '../src/emit/contents-fields.ts';

const text = (content: string): Inline => ({ kind: 'text', text: content, style });
const leader = { positionPt: 300, alignment: 'right', leader: 'dot' } as const;

const entry = (title: string, page: string) =>
  plainParagraph([text(title), { kind: 'tab', style }, text(page)], { tabStops: [leader] });
const heading = (title: string, level = 1) => ({ ...plainParagraph([text(title)], {}), headingLevel: level });

/** The kinds of field characters and the instruction in the XML of each block. */
function fieldsOf(blocks: readonly Block[]): readonly string[] {
  const contents = createContentsFields();
  const marked = blocks.map((block) => contents.marked(block, '<w:p><w:pPr/><w:r/></w:p>'));
  return marked.map((xml) => {
    const resolved = contents.resolved(xml);
    expect(resolved).not.toContain('\u0007');
    return [...resolved.matchAll(/fldCharType="(\w+)"|> (TOC [^<]*) </g)]
      .map(([, type, code]) => type ?? code)
      .join(' ');
  });
}

const titles = ['Purpose', 'Method', 'Results'];
const entries = titles.map((title, index) => entry(`${index + 1}. ${title}`, `${index + 2}`));

test('contents whose entries are the headings of the document are a field down to their level', () => {
  const headings = titles.map((title, index) => heading(title, index === 1 ? 2 : 1));
  expect(fieldsOf([...entries, ...headings])).toEqual([
    'begin TOC \\o &quot;1-2&quot; \\h \\z separate',
    '',
    'end',
    '',
    '',
    '',
  ]);
});

test('titles without a page may be between the entries', () => {
  const [first, ...others] = entries;
  if (first === undefined) throw new TypeError('No entry');
  const blocks = [first, plainParagraph([text('Part two')], {}), ...others, ...titles.map((title) => heading(title))];
  expect(fieldsOf(blocks)).toEqual(['begin TOC \\o &quot;1-1&quot; \\h \\z separate', '', '', 'end', '', '', '']);
});

test('prices, and contents of which an update would leave little, are no field', () => {
  expect(fieldsOf([...entries, heading('Purpose')]).join('')).toBe('');
  expect(fieldsOf([...entries.slice(0, 2), heading('Purpose'), heading('Method')]).join('')).toBe('');
});
