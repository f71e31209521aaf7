import { expect, test } from 'vitest';
import { bordersXml } from '../src/emit/border-xml.ts';

const rule = { style: 'single', widthPt: 1, color: '#000000', spacePt: 2 } as const;
const none = { top: null, right: null, bottom: null, left: null };

test('a rule above each of several paragraphs is drawn between them, too', () => {
  expect(bordersXml('w:pBdr', { ...none, top: rule })).toMatch(/<w:top [^>]*\/><w:between [^>]*\/><\/w:pBdr>$/);
  expect(bordersXml('w:pBdr', { ...none, bottom: rule })).toMatch(/<w:bottom [^>]*\/><w:between [^>]*\/><\/w:pBdr>$/);
});

test('a box around several paragraphs has no rules inside', () => {
  expect(bordersXml('w:pBdr', { top: rule, right: rule, bottom: rule, left: rule })).not.toContain('between');
  expect(bordersXml('w:tcBorders', { ...none, top: rule })).not.toContain('between');
});
