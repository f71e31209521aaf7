import type { PdfPage } from '@platen/pdf-kit/objects';
import { PDFContext, type PDFDict, PDFName, type PDFRef } from '@platen/pdf-kit/pdf-lib';
import type { PageText } from '../pages/page-text.ts';
import { embedImage } from './image-object.ts';

/** A PDF under construction whose pages are images. */
export interface ImageDocument {
  readonly context: PDFContext;
  readonly catalog: PDFDict;
  readonly version: string;
  /** Adds a page of the image file, as large as the text says. */
  addPage(path: string, text: Pick<PageText, 'page' | 'widthPt' | 'heightPt'>): Promise<PdfPage>;
}

export function createImageDocument(): ImageDocument {
  // Walk: all objects of this document are made here.
  const context = PDFContext.create();
  const kids: PDFRef[] = [];
  const tree = context.obj({ Type: 'Pages', Kids: [], Count: 0 });
  const treeRef = context.register(tree);
  const catalog = context.obj({ Type: 'Catalog', Pages: treeRef });
  context.trailerInfo.Root = context.register(catalog);
  return {
    context,
    catalog,
    version: '1.7',
    async addPage(path, { page, widthPt, heightPt }) {
      const { reference, orientation } = await embedImage(context, path, page);
      const matrix = orientedMatrix(orientation, widthPt, heightPt).map((value) => Math.round(value * 1000) / 1000);
      const dict = context.obj({
        Type: 'Page',
        Parent: treeRef,
        MediaBox: [0, 0, widthPt, heightPt],
        Resources: { XObject: { Page: reference } },
        Contents: context.register(context.flateStream(`q ${matrix.join(' ')} cm /Page Do Q\n`)),
      });
      const ref = context.register(dict);
      kids.push(ref);
      tree.set(PDFName.of('Kids'), context.obj(kids));
      tree.set(PDFName.of('Count'), context.obj(kids.length));
      return { ref, dict, inherited: new Map(dict.entries()) };
    },
  };
}

/** The unit square of an image onto a page of this size, turned and mirrored as its EXIF orientation says. */
function orientedMatrix(orientation: number, width: number, height: number): readonly number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0];
    case 3:
      return [-width, 0, 0, -height, width, height];
    case 4:
      return [width, 0, 0, -height, 0, height];
    case 5:
      return [0, -height, -width, 0, width, height];
    case 6:
      return [0, -height, width, 0, 0, height];
    case 7:
      return [0, height, width, 0, 0, 0];
    case 8:
      return [0, height, -width, 0, width, 0];
    default:
      return [width, 0, 0, height, 0, 0];
  }
}
