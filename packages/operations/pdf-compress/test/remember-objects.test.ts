import { PDFArray, PDFContext, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { rememberObjects } from '../src/structure/remember-objects.ts';

test('whatever is done to a document is undone, and its objects stay the same ones', () => {
  const context = PDFContext.create();
  const inner = context.obj({ A: 1, B: [1, 2, 3], C: { D: 'x' } }) as PDFDict;
  const ref = context.register(inner);
  const stream = PDFRawStream.of(context.obj({ Length: 3 }), Buffer.from('abc'));
  const streamRef = context.register(stream);
  context.trailerInfo = { Root: ref };
  const text = () => context.enumerateIndirectObjects().map(([each, object]) => `${each} ${object}`);
  const before = text();
  const restore = rememberObjects(context);
  for (let round = 0; round < 2; round += 1) {
    inner.delete(PDFName.of('A'));
    inner.set(PDFName.of('E'), PDFNumber.of(5));
    inner.lookup(PDFName.of('B'), PDFArray).remove(1);
    inner.lookup(PDFName.of('C'), PDFDict).set(PDFName.of('D'), PDFNumber.of(1));
    stream.dict.set(PDFName.of('Filter'), PDFName.of('FlateDecode'));
    context.assign(streamRef, PDFRawStream.of(stream.dict, Buffer.from('other')));
    context.delete(ref);
    context.register(PDFNumber.of(9));
    delete context.trailerInfo.Root;
    restore();
    expect(text()).toEqual(before);
    expect(context.lookup(ref)).toBe(inner);
    expect(context.lookup(streamRef)).toBe(stream);
    expect(context.trailerInfo.Root).toBe(ref);
    expect(context.nextRef().objectNumber).toBe(3);
    restore();
  }
});
