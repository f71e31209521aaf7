import { PDFArray, PDFName } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { pdfMergeOptions } from '../src/operation.ts';
import { orderPages } from '../src/page-order.ts';
import { copyOf, type Merged, merge } from './merged.ts';

/** What tells the pages of the fixtures apart: the label, and the box. */
function pagesOf({ document, structure }: Merged): readonly string[] {
  return document.pages.map(({ dict, inherited }, index) => {
    const box = inherited.get(PDFName.of('MediaBox'))?.toString();
    const rotate = inherited.get(PDFName.of('Rotate'))?.toString() ?? '0';
    const hasContent = dict.has(PDFName.of('Contents'));
    return `${hasContent ? 'page' : 'blank'} ${box} ${rotate}${structure.labels.has(index) ? ' labelled' : ''}`;
  });
}

describe('pages of each file', () => {
  test('those selected are taken, in the order given', async () => {
    const { document, structure } = await merge(['specimen.pdf', 'signed.pdf', copyName('specimen.pdf')], {
      pages: ['4,1', 'all', 'even'],
    });
    expect(document.pages).toHaveLength(5);
    expect(structure.outline.map(({ pageIndex }) => pageIndex)).toEqual([0, 2, 3]);
    const fields = document.catalog.lookup(PDFName.of('AcroForm'));
    expect(fields?.toString()).toContain('Fields');
  });

  test('a repeated page is there once, a range past the end is cut, each with a warning that names the file', async () => {
    const { document, warnings, messages } = await merge(['specimen.pdf', 'signed.pdf'], { pages: ['3-9,4', '1'] });
    expect(document.pages).toHaveLength(3);
    expect(warnings).toEqual(expect.arrayContaining(['PAGES_CLIPPED', 'PAGES_REPEATED']));
    expect(messages.filter((message) => message.includes('specimen.pdf')).length).toBeGreaterThanOrEqual(2);
  });

  test('a selection of no page fails, with the name of the file', async () => {
    await expect(merge(['specimen.pdf', 'signed.pdf'], { pages: ['all', 'even'] })).rejects.toMatchObject({
      details: { reason: 'page_out_of_range', fileName: 'signed.pdf' },
    });
  });
});

describe('blank pages', () => {
  test('each file is filled up to a multiple, by pages like its last', async () => {
    const merged = await merge(['signed.pdf', 'specimen.pdf', 'signed.pdf'], { padTo: 2 });
    expect(merged.document.pages).toHaveLength(8);
    const blanks = pagesOf(merged).flatMap((page, index) => (page.startsWith('blank') ? [index] : []));
    expect(blanks).toEqual([1, 7]);
    expect(pagesOf(merged)[1]?.replace(' labelled', '')).toBe(
      pagesOf(merged)[0]?.replace('page', 'blank').replace(' labelled', ''),
    );
  });

  test('a blank page has an empty label, and the pages behind it keep theirs', async () => {
    const { structure } = await merge(['signed.pdf', 'specimen.pdf'], { padTo: 2 });
    const labels = [...structure.labels].map(([page, label]) => [page, label.toString().replace(/\s+/g, ' ')]);
    expect(labels).toEqual([
      [0, '<< /S /D >>'],
      [1, '<< >>'],
      [2, '<< /S /r >>'],
      [4, '<< /S /D /P (A-) /St 5 >>'],
    ]);
  });
});

describe('order', () => {
  const places = (counts: readonly number[], order: 'files' | 'alternate' | 'alternate-reverse', padTo = 1) =>
    orderPages(counts, { order, padTo }).map(
      ({ source, page, isBlank }) => `${'abc'[source]}${isBlank ? '_' : page + 1}`,
    );

  test('the files take turns, and what is left of the longer ones follows', () => {
    expect(places([3, 2], 'alternate')).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
    expect(places([1, 3, 1], 'alternate')).toEqual(['a1', 'b1', 'c1', 'b2', 'b3']);
  });

  test('backs that were scanned from the last to the first are turned round', () => {
    expect(places([3, 3], 'alternate-reverse')).toEqual(['a1', 'b3', 'a2', 'b2', 'a3', 'b1']);
  });

  test('files in turn are not padded', () => {
    expect(places([1, 2, 3], 'files', 4)).toEqual([
      'a1',
      'a_',
      'a_',
      'a_',
      'b1',
      'b2',
      'b_',
      'b_',
      'c1',
      'c2',
      'c3',
      'c_',
    ]);
  });

  test('the outline and the tree of pages follow the places', async () => {
    const { document, structure } = await merge(['specimen.pdf', copyName('specimen.pdf')], {
      order: 'alternate',
      pages: ['1-2', '3-4'],
    });
    expect(document.pages).toHaveLength(4);
    expect(structure.outline.map(({ pageIndex }) => pageIndex)).toEqual([0, 1]);
    const annotations = document.pages.map(({ dict }) => dict.lookupMaybe(PDFName.Annots, PDFArray)?.size() ?? 0);
    expect(annotations.length).toBe(4);
  });
});

describe('bad values', () => {
  const problems = (options: object) =>
    pdfMergeOptions.safeParse(options).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('each is named with its place in the list', () => {
    expect(problems({ pages: ['1-3', '0'] })).toEqual([['pages.1', '"0" names page 0: pages are counted from 1']]);
    expect(problems({ pages: '["1-3", 2]' })).toEqual([
      ['pages', 'is not a list of selections in JSON, such as ["1-3", "all"]'],
    ]);
    expect(problems({ pages: 3 })).toEqual([['pages', 'must be a list with a selection for each file']]);
    expect(problems({ padTo: 0 })?.[0]?.[0]).toBe('padTo');
    expect(problems({ padTo: 2, order: 'alternate' })).toEqual([['padTo', 'needs the order "files"']]);
    expect(problems({ order: 'random' })?.[0]?.[0]).toBe('order');
  });

  test('a list may be JSON in one field, or repeated fields', () => {
    expect(pdfMergeOptions.parse({ pages: '["1-3", "ALL", "even"]' }).pages).toEqual(['1-3', null, 'even']);
    expect(pdfMergeOptions.parse({ pages: ['1-3', 'all'] }).pages).toEqual(['1-3', null]);
    expect(pdfMergeOptions.parse({ pages: '2' }).pages).toEqual(['2']);
  });
});

function copyName(name: string): string {
  return copyOf(name, `copy-of-${name}`);
}
