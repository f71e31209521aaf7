import type { DecodedImage } from './content/page-content.ts';
import type { PdfJsPage } from './load-pdfjs.ts';

/** An image that pdf.js has decoded already; null for any other. */
export function imageAtHand(source: PdfJsPage, id: string): DecodedImage | null {
  return asImage(resolvedObject(source, id));
}

/** Anything that pdf.js has resolved already; null where it has not. */
export function resolvedObject(source: PdfJsPage, id: string): unknown {
  const store = storeOf(source, id);
  return store.has(id) ? store.get(id) : null;
}

/** An image as soon as pdf.js has decoded it; null for one that it cannot decode. */
export async function fetchImage(source: PdfJsPage, id: string): Promise<DecodedImage | null> {
  const image = await new Promise<unknown>((resolve) => {
    storeOf(source, id).get(id, resolve);
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
