import { PDFDict, PDFName, PDFRef } from 'pdf-lib';
import { expect, test } from 'vitest';
import { inlineObjects } from '../src/structure/inline-objects.ts';
import { createTestPdf } from './build-pdf.ts';

/** Puts entries into a catalog, and what it refers to in its place where that may be. */
function inlined(entries: (pdf: ReturnType<typeof createTestPdf>) => Record<string, unknown>): PDFDict {
  const pdf = createTestPdf();
  const root = pdf.object(entries(pdf));
  pdf.context.trailerInfo.Root = root;
  inlineObjects(pdf.context);
  return pdf.context.lookup(root, PDFDict);
}

const entry = (dict: PDFDict, name: string) => dict.get(PDFName.of(name));

test('what one object refers to takes the place of the reference, with what is in it', () => {
  const root = inlined((pdf) => ({
    Resources: pdf.object({ ExtGState: pdf.object({ G: pdf.object({ Type: 'ExtGState' }) }) }),
  }));
  expect(root.toString().replace(/\s+/g, '')).toBe('<</Resources<</ExtGState<</G<</Type/ExtGState>>>>>>>>');
});

test('what two refer to stays one object', () => {
  const root = inlined((pdf) => {
    const shared = pdf.object({ Font: {} });
    return { First: { Resources: shared }, Second: { Resources: shared } };
  });
  const [first, second] = ['First', 'Second'].map((name) => entry(entry(root, name) as PDFDict, 'Resources'));
  expect(first).toBeInstanceOf(PDFRef);
  expect(second).toBe(first);
});

test('streams, and objects that the format wants referred to, stay objects', () => {
  const root = inlined((pdf) => ({
    Metadata: pdf.stream({}, 'x'),
    FontDescriptor: pdf.object({ Type: 'FontDescriptor' }),
    K: [pdf.object({ S: 'P' })],
    Annots: pdf.object({ Subtype: 'Link' }),
  }));
  for (const name of ['Metadata', 'FontDescriptor', 'Annots']) expect(entry(root, name)).toBeInstanceOf(PDFRef);
  expect(entry(root, 'K')?.toString()).toMatch(/^\[ \d+ 0 R \]$/);
});

test('an object that refers to itself stays one', () => {
  const root = inlined((pdf) => {
    const resources = pdf.object({});
    (pdf.context.lookup(resources) as PDFDict).set(PDFName.of('Resources'), resources);
    return { Resources: resources };
  });
  expect(entry(root, 'Resources')).toBeInstanceOf(PDFRef);
});

test('a chain of objects does not become one that is as deep', () => {
  const depthOf = (text: string) => {
    let [depth, deepest] = [0, 0];
    for (const [sign] of text.matchAll(/<<|>>/g)) {
      depth += sign === '<<' ? 1 : -1;
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  };
  const root = inlined((pdf) => {
    let next = pdf.object({ End: true });
    for (let length = 0; length < 100; length += 1) next = pdf.object({ N: next });
    return { N: next };
  });
  expect(depthOf(root.toString())).toBe(9);
});
