import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dependencyFolder } from '../dependency-folder.ts';
import { loadDrawingPdfJs, pdfJsData } from '../page-model/load-pdfjs.ts';
import type { DrawOptions } from './draw-page.ts';
import type { PageSize } from './page-geometry.ts';
import type { PixelKind, RenderedPage } from './renderer.ts';

/** A document open in the second engine: pdf.js on @napi-rs/canvas, slower than PDFium and broken by other files. */
export interface CanvasDocument {
  readonly pageCount: number;
  /** The sizes of all pages, in units of the pages. */
  pageSizes(): Promise<readonly PageSize[]>;
  drawPage(page: number, options: DrawOptions): Promise<RenderedPage>;
  close(): Promise<void>;
}

const channelsOf = { gray: 1, rgb: 3, rgba: 4 } as const;

/** True where the second engine can draw: `@napi-rs/canvas` is an optional peer. */
export function hasCanvas(): boolean {
  try {
    loadCanvas();
    return true;
  } catch {
    // Not installed, or not for this platform.
    return false;
  }
}

/** The copy that pdf.js finds: where two versions are installed, a canvas takes no paths of the other one's. */
function loadCanvas(): typeof import('@napi-rs/canvas') {
  return createRequire(join(dependencyFolder('pdfjs-dist'), 'package.json'))('@napi-rs/canvas');
}

/**
 * Opens a PDF in the second engine. Rejects with whatever pdf.js does, and when `@napi-rs/canvas`, an optional peer, is
 * not installed: the caller has a first engine's error to tell.
 */
export async function openCanvasDocument(
  source: string | Uint8Array,
  password: string | undefined,
): Promise<CanvasDocument> {
  // First, because pdf.js complains on the console when it is not installed.
  const { createCanvas } = loadCanvas();
  const pdf = await loadDrawingPdfJs();
  const document = await pdf.getDocument({
    // pdf.js takes the bytes away from whoever passes them.
    data: typeof source === 'string' ? new Uint8Array(await readFile(source)) : Uint8Array.from(source),
    ...(password === undefined ? {} : { password }),
    ...pdfJsData(),
    disableFontFace: true,
    useSystemFonts: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  }).promise;
  return {
    pageCount: document.numPages,
    async pageSizes() {
      const sizes: PageSize[] = [];
      for (let page = 1; page <= document.numPages; page++) {
        const { width, height, userUnit, rotation } = (await document.getPage(page)).getViewport({ scale: 1 });
        sizes.push({
          widthPt: width / userUnit,
          heightPt: height / userUnit,
          rotation: ([0, 90, 180, 270] as const)[(rotation / 90) & 3] ?? 0,
        });
      }
      return sizes;
    },
    async drawPage(pageNumber, { layout, pixels, background, annotations }) {
      const page = await document.getPage(pageNumber);
      const canvas = createCanvas(layout.width, layout.height);
      const natural = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({
        scale: layout.pageWidth / natural.width,
        offsetX: layout.pageX,
        offsetY: layout.pageY,
      });
      await page.render({
        canvas: null,
        canvasContext: canvas.getContext('2d'),
        viewport,
        background: background === null ? 'rgba(0,0,0,0)' : `#${background.toString(16).padStart(6, '0')}`,
        annotationMode: annotations ? pdf.AnnotationMode.ENABLE : pdf.AnnotationMode.DISABLE,
      }).promise;
      const { data } = canvas.getContext('2d').getImageData(0, 0, layout.width, layout.height);
      page.cleanup();
      return {
        width: layout.width,
        height: layout.height,
        channels: channelsOf[pixels],
        data: inPixelKind(data, pixels),
        release() {},
      };
    },
    close: () => document.loadingTask.destroy(),
  };
}

function inPixelKind(rgba: Uint8ClampedArray, pixels: PixelKind): Uint8Array<ArrayBuffer> {
  if (pixels === 'rgba') return Uint8Array.from(rgba);
  const channels = channelsOf[pixels];
  const converted = new Uint8Array((rgba.length / 4) * channels);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += channels) {
    // Without an array for each pixel, which took ten times as long.
    const red = rgba[from] ?? 0;
    const green = rgba[from + 1] ?? 0;
    const blue = rgba[from + 2] ?? 0;
    if (channels === 1) converted[to] = (red * 30 + green * 59 + blue * 11) / 100;
    else {
      converted[to] = red;
      converted[to + 1] = green;
      converted[to + 2] = blue;
    }
  }
  return converted;
}
