import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, type PDFRef } from 'pdf-lib';
import type { PdfPage } from '../../objects/page-tree.ts';

/** Puts operators before and after the content of a page, in separate streams. The content itself does not change. */
export function surroundContent(context: PDFContext, page: PdfPage, before: string, after = ''): void {
  const stream = (operators: string) => (operators === '' ? [] : [context.register(context.flateStream(operators))]);
  const parts = [...stream(before), ...contentParts(context, page), ...stream(after === '' ? '' : `\n${after}`)];
  page.dict.set(PDFName.of('Contents'), context.obj(parts));
}

/** The streams of a page's content, mostly as references. */
export function contentParts(context: PDFContext, page: PdfPage): readonly PDFObject[] {
  const contents = page.dict.get(PDFName.of('Contents'));
  const found = context.lookup(contents);
  if (found instanceof PDFArray) return found.asArray();
  return contents === undefined ? [] : [contents];
}

/** Adds a form or image to the resources of a page, and gives its name there. */
export function addXObject(context: PDFContext, page: PdfPage, form: PDFRef): string {
  const resources = ownResources(context, page);
  const objects = ownDictionary(context, resources, 'XObject', resources.get(PDFName.of('XObject')));
  let number = 0;
  while (objects.has(PDFName.of(`Ocr${number}`))) number += 1;
  objects.set(PDFName.of(`Ocr${number}`), form);
  return `Ocr${number}`;
}

/** Gives the page its own dictionary of resources, because the page may have inherited it or share it with other pages. */
export function ownResources(context: PDFContext, page: PdfPage): PDFDict {
  return ownDictionary(
    context,
    page.dict,
    'Resources',
    page.dict.get(PDFName.of('Resources')) ?? page.inherited.get(PDFName.of('Resources')),
  );
}

/** Puts a copy of the dictionary of `value` under `key`; an empty one if `value` has none. */
export function ownDictionary(
  context: PDFContext,
  parent: PDFDict,
  key: string,
  value: PDFObject | undefined,
): PDFDict {
  const found = context.lookup(value);
  const own = found instanceof PDFDict ? found.clone(context) : context.obj({});
  parent.set(PDFName.of(key), own);
  return own;
}
