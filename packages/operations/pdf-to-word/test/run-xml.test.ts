import { expect, test } from 'vitest';
import { runXml } from '../src/emit/run-xml.ts';

test('the codes of a symbol font are symbols, which every program knows how to show', () => {
  const text = '<w:t xml:space="preserve"> due</w:t>';
  expect(runXml('\uf0b7 due', 'Symbol', '')).toBe(`<w:r><w:sym w:font="Symbol" w:char="F0B7"/>${text}</w:r>`);
  expect(runXml('\uf0fc due', 'Wingdings', '')).toContain('<w:sym w:font="Wingdings" w:char="F0FC"/>');
});

test('private codes of other fonts are text', () => {
  expect(runXml('\uf0b7', 'Acme', '')).toBe('<w:r><w:t xml:space="preserve">\uf0b7</w:t></w:r>');
});
