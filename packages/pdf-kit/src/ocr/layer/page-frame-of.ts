import { PDFArray, type PDFContext, PDFName, PDFNumber } from 'pdf-lib';
import type { PdfPage } from '../../objects/page-tree.ts';
import type { PageFrame } from '../page-frame.ts';

const letterSize = { left: 0, bottom: 0, right: 612, top: 792 };

/** The frame of a page by its boxes and `/Rotate`, with the defaults of the renderer. */
export function pageFrameOf(context: PDFContext, page: PdfPage): PageFrame {
  const media = readBox(context, page, 'MediaBox') ?? letterSize;
  const crop = readBox(context, page, 'CropBox') ?? media;
  const visible = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top),
  };
  const box = visible.left < visible.right && visible.bottom < visible.top ? visible : media;
  const turn = readNumber(context, page.inherited.get(PDFName.of('Rotate'))) ?? 0;
  const rotation = ([0, 90, 180, 270] as const)[((Math.round(turn / 90) % 4) + 4) % 4] ?? 0;
  const unit = readNumber(context, page.dict.get(PDFName.of('UserUnit'))) ?? 1;
  return { ...box, rotation, userUnit: unit > 0 ? unit : 1 };
}

/** A box of the page; null when there is none or it is not four numbers. */
function readBox(context: PDFContext, page: PdfPage, name: 'MediaBox' | 'CropBox') {
  const array = context.lookup(page.inherited.get(PDFName.of(name)));
  if (!(array instanceof PDFArray) || array.size() !== 4) return null;
  const [x0, y0, x1, y1] = array.asArray().map((value) => readNumber(context, value));
  if (x0 == null || y0 == null || x1 == null || y1 == null) return null;
  return { left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) };
}

function readNumber(context: PDFContext, value: Parameters<PDFContext['lookup']>[0]): number | null {
  const found = context.lookup(value);
  return found instanceof PDFNumber && Number.isFinite(found.asNumber()) ? found.asNumber() : null;
}
