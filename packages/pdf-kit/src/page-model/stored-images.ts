import type { DecodedImage, PictureSource } from './content/page-content.ts';
import type { PdfJsPage } from './load-pdfjs.ts';

/** The image of a picture if pdf.js has decoded it already; null for any other. */
export function imageAtHand(source: PdfJsPage, picture: PictureSource): DecodedImage | null {
  return typeof picture === 'string' ? asImage(resolvedObject(source, picture)) : picture;
}

/** Anything that pdf.js has resolved already; null where it has not. */
export function resolvedObject(source: PdfJsPage, id: string): unknown {
  const store = storeOf(source, id);
  return store.has(id) ? store.get(id) : null;
}

/** The image of a picture as soon as pdf.js has decoded it; null for one that it cannot decode. */
export async function fetchImage(source: PdfJsPage, picture: PictureSource): Promise<DecodedImage | null> {
  if (typeof picture !== 'string') return picture;
  const image = await new Promise<unknown>((resolve) => {
    storeOf(source, picture).get(picture, resolve);
  });
  return asImage(image);
}

/** Objects shared between pages have ids that begin with `g_`; pdf.js keeps them apart. */
function storeOf({ objs, commonObjs }: PdfJsPage, id: string) {
  return id.startsWith('g_') ? commonObjs : objs;
}

function asImage(image: unknown): DecodedImage | null {
  return typeof image === 'object' && image !== null && 'data' in image ? (image as DecodedImage) : null;
}
