import type { PdfiumEngine } from './pdfium-engine.ts';

export interface PageObject {
  readonly object: number;
  readonly isText: boolean;
  /** The forms it is in. */
  readonly forms: readonly number[];
}

/** FPDF_PAGEOBJ_TEXT and FPDF_PAGEOBJ_FORM of fpdf_edit.h. */
const textObject = 1;
const formObject = 5;

/** The first `maxObjects` of a page, each before those nested in it. */
export function* pageObjects(api: PdfiumEngine['api'], page: number, maxObjects: number): Generator<PageObject> {
  let budget = maxObjects;
  function* inForm(
    forms: readonly number[],
    count: number,
    objectAt: (index: number) => number,
  ): Generator<PageObject> {
    for (let index = 0; index < count && budget > 0; index++, budget--) {
      const object = objectAt(index);
      const type = api.FPDFPageObj_GetType(object);
      yield { object, isText: type === textObject, forms };
      if (type !== formObject) continue;
      const nested = (inner: number) => api.FPDFFormObj_GetObject(object, inner);
      yield* inForm([...forms, object], api.FPDFFormObj_CountObjects(object), nested);
    }
  }
  yield* inForm([], api.FPDFPage_CountObjects(page), (index) => api.FPDFPage_GetObject(page, index));
}
