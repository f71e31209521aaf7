import { readFileSync } from 'node:fs';
import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { ImageLayers } from '../images/image-task.ts';

/** A form XObject that draws layers in the unit square, like an image: the background, and over it the foreground through the mask. */
export function layeredForm(context: PDFContext, background: PDFRef, { mask, foreground }: ImageLayers): PDFRawStream {
  const image = context.lookup(background);
  const own = image instanceof PDFRawStream ? image.dict.get(PDFName.of('ColorSpace')) : undefined;
  const space = own ?? PDFName.of('DeviceGray');
  const stencil = context.register(
    PDFRawStream.of(
      imageDict(context, mask, { ImageMask: true, BitsPerComponent: 1, Filter: 'JBIG2Decode' }),
      readFileSync(mask.dataPath),
    ),
  );
  if ('color' in foreground) {
    const components = foreground.color.map((value) => Number((value / 255).toFixed(3))).join(' ');
    return form(context, `/P Do /C cs ${components} sc /M Do`, {
      XObject: context.obj({ P: background, M: stencil }),
      ColorSpace: context.obj({ C: space }),
    });
  }
  const colors = imageDict(context, foreground, { BitsPerComponent: 8, Filter: 'DCTDecode' });
  colors.set(PDFName.of('ColorSpace'), space);
  colors.set(PDFName.of('Mask'), stencil);
  const painted = context.register(PDFRawStream.of(colors, readFileSync(foreground.dataPath)));
  return form(context, '/P Do /I Do', { XObject: context.obj({ P: background, I: painted }) });
}

function imageDict(
  context: PDFContext,
  { width, height }: { readonly width: number; readonly height: number },
  entries: Readonly<Record<string, string | number | boolean>>,
): PDFDict {
  return context.obj({ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, ...entries });
}

function form(context: PDFContext, content: string, resources: Readonly<Record<string, PDFObject>>): PDFRawStream {
  const dict = PDFDict.withContext(context);
  const listed = PDFDict.withContext(context);
  for (const [key, value] of Object.entries(resources)) listed.set(PDFName.of(key), value);
  dict.set(PDFName.Type, PDFName.of('XObject'));
  dict.set(PDFName.of('Subtype'), PDFName.of('Form'));
  dict.set(PDFName.of('BBox'), context.obj([0, 0, 1, 1]));
  dict.set(PDFName.of('Resources'), listed);
  return PDFRawStream.of(dict, Buffer.from(content, 'latin1'));
}
