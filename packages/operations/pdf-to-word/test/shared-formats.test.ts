import type { RunStyle } from '@platen/flow-document';
import { describe, expect, test } from 'vitest';
import { plainStyle } from '../../../flow-document/test/plain-style.ts';
import { createSharedFormats } from '../src/emit/shared-formats.ts';

const body: RunStyle = { ...plainStyle, sizePt: 11 };
const small = { ...body, sizePt: 8 };
const wide = '<w:spacing w:line="300"/>';
const tight = '<w:spacing w:line="200"/>';
const plain = { indent: '<w:ind w:left="0" w:right="0" w:firstLine="0"/>', alignment: '<w:jc w:val="left"/>' };

function paragraphs(
  ...said: readonly { readonly spacing: string; readonly alignment?: string; readonly run: RunStyle }[]
) {
  const formats = createSharedFormats({ body, headings: [] });
  const written = said.map(({ run, ...own }) => {
    const mark = formats.beginParagraph('text', { ...plain, ...own }, run);
    return `${mark}${formats.marks.spacing}${formats.marks.indent}${formats.marks.alignment}${formats.runMark(run)}`;
  });
  return { formats, resolved: written.map(formats.resolved) };
}

const usual = { spacing: wide, run: body };
const note = { spacing: tight, run: small };

describe('formats of paragraphs', () => {
  test('what most share is that of Normal, and none of them says it', () => {
    const { formats, resolved } = paragraphs(usual, usual, usual);
    expect(formats.formatOf('text')).toMatchObject({ spacing: wide, alignment: plain.alignment });
    expect(resolved).toEqual(['', '', '']);
  });

  test('others that are set alike have a style that carries their looks', () => {
    const { formats, resolved } = paragraphs(usual, usual, usual, usual, note, note, note);
    expect(resolved[6]).toBe('<w:pStyle w:val="BodyText"/>');
    expect(formats.stylesXml()).toContain('<w:sz w:val="16"/>');
  });

  test('a paragraph says only what its style does not', () => {
    const centred = { ...usual, alignment: '<w:jc w:val="center"/>', run: small };
    const { resolved } = paragraphs(usual, usual, usual, centred);
    expect(resolved[3]).toBe('<w:jc w:val="center"/><w:rPr><w:sz w:val="16"/><w:szCs w:val="16"/></w:rPr>');
  });
});
