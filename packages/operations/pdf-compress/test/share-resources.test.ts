import { PDFContext, PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { expect, test } from 'vitest';
import { shareResources } from '../src/structure/share-resources.ts';

const key = (name: string) => PDFName.of(name);

function fontsOf(count: number, first = 1): Record<string, PDFRef> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`F${index}`, PDFRef.of(first + index)]));
}

/** A context of pages with these resources, each written out in its page. */
function pagesWith(resources: readonly Record<string, unknown>[]) {
  const context = PDFContext.create();
  const pages = resources.map((each) => {
    const page = context.obj({ Type: 'Page', Resources: each } as never) as unknown as PDFDict;
    context.register(page);
    return page;
  });
  shareResources(context);
  return { context, resources: pages.map((page) => page.get(key('Resources'))) };
}

test('resources that pages have alike are one object', () => {
  const { context, resources } = pagesWith([{ Font: fontsOf(20) }, { Font: fontsOf(20) }, { Font: fontsOf(20, 50) }]);
  expect(resources[0]).toBeInstanceOf(PDFRef);
  expect(resources[1]).toBe(resources[0]);
  expect(resources[2]).toBeInstanceOf(PDFDict);
  const shared = context.lookup(resources[0]);
  expect(shared instanceof PDFDict && (shared.get(key('Font')) as PDFDict).keys()).toHaveLength(20);
});

test('of resources that differ, the categories that are alike are shared', () => {
  const { resources } = pagesWith([
    { Font: fontsOf(20), XObject: { Im1: PDFRef.of(90) } },
    { Font: fontsOf(20), XObject: { Im1: PDFRef.of(91) } },
  ]);
  const fonts = resources.map((each) => (each instanceof PDFDict ? each.get(key('Font')) : undefined));
  expect(fonts[0]).toBeInstanceOf(PDFRef);
  expect(fonts[1]).toBe(fonts[0]);
});

test('what is short, and what only one page has, stays in its place', () => {
  const { resources } = pagesWith([{ Font: fontsOf(1) }, { Font: fontsOf(1) }, { Font: fontsOf(30, 200) }]);
  for (const each of resources) expect(each).toBeInstanceOf(PDFDict);
});
