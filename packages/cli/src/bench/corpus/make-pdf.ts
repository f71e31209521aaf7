import { encodeInk, packBelowThreshold } from '@platen/pdf-kit/bilevel';
import { readSerifFont } from '@platen/pdf-kit/render';
import { createRandom } from '../random.ts';
import { type PagePainter, paper, screen } from './draw-pages.ts';
import { encodeJpeg, type Picture } from './encode-jpeg.ts';
import { createPageContent, serifWidths } from './page-content.ts';
import { createPdfFile, type PdfFile } from './pdf-file.ts';

/** What a document is made of. */
export interface DocumentPlan {
  readonly seed: number;
  readonly pages: number;
  readonly paint: PagePainter;
  readonly size?: { readonly width: number; readonly height: number };
}

/** A document with an embedded font. */
export async function makeDocument(plan: DocumentPlan): Promise<Buffer> {
  const file = createPdfFile();
  const font = await addFont(file);
  return finish(file, addPages(file, { ...plan, resources: `/Font<</F ${font}>>` }));
}

/** A document as `makeDocument` makes, with three pictures behind its pages, of 960 by 540 pixels. */
export async function makeSlides(plan: DocumentPlan): Promise<Buffer> {
  const file = createPdfFile();
  const font = await addFont(file);
  const pictures = [0, 1, 2].map((index) => `/I${index} ${addImage(file, gradient(index))}`);
  const resources = `/Font<</F ${font}>>/XObject<<${pictures.join('')}>>`;
  return finish(file, addPages(file, { ...plan, size: screen, resources }));
}

/** A document whose pages have twenty fields of text and ten boxes to check each, some of them filled in. */
export async function makeForm(plan: DocumentPlan): Promise<Buffer> {
  const file = createPdfFile();
  const font = await addFont(file);
  const random = createRandom(plan.seed);
  const fields: string[] = [];
  const annotations = (page: string, index: number) => {
    const own = Array.from({ length: 30 }, (_, at) => {
      const isText = at < 20;
      const [x, y] = [60 + (at % 3) * 165, 560 - Math.floor(at / 3) * 45];
      const box = `[${x} ${y} ${x + (isText ? 140 : 14)} ${y + (isText ? 18 : 14)}]`;
      const value = isText
        ? `/FT/Tx/V(${random.integer(1, 99_999)})`
        : `/FT/Btn/V/${random.chance(0.5) ? 'Yes' : 'Off'}`;
      const looks = isText ? '/DA(/F 10 Tf 0 g)' : '';
      return file.add(
        `<</Type/Annot/Subtype/Widget/F 4/T(field${index}.${at})${value}${looks}/Rect${box}/P ${page}/MK<</BC[0 0 0]>>>>`,
      );
    });
    fields.push(...own);
    return `/Annots[${own.join(' ')}]`;
  };
  const resources = `/Font<</F ${font}>>`;
  const tree = addPages(file, { ...plan, resources, annotations });
  return finish(
    file,
    tree,
    `/AcroForm<</Fields[${fields.join(' ')}]/NeedAppearances true/DA(/F 10 Tf 0 g)/DR<<${resources}>>>>`,
  );
}

/** How a scanner stores a page. */
export type ScanKind = 'gray' | 'color' | 'bilevel';

/** Pictures of pages at 300 dpi, each as one page. */
export function bindScans(pictures: readonly Picture[], kind: ScanKind): Buffer {
  const file = createPdfFile();
  const tree = file.reserve();
  const pages = pictures.map((picture) => {
    const image = kind === 'bilevel' ? addInk(file, picture) : addImage(file, picture);
    const content = file.addStream(`q ${paper.width} 0 0 ${paper.height} 0 0 cm /I Do Q`);
    return file.add(
      `<</Type/Page/Parent ${tree}/MediaBox[0 0 ${paper.width} ${paper.height}]/Contents ${content}/Resources<</XObject<</I ${image}>>>>>>`,
    );
  });
  file.fill(tree, `<</Type/Pages/Count ${pages.length}/Kids[${pages.join(' ')}]>>`);
  return finish(file, tree);
}

function addPages(
  file: PdfFile,
  plan: DocumentPlan & {
    readonly resources: string;
    readonly annotations?: (page: string, index: number) => string;
  },
): string {
  const { seed, pages, paint, size = paper, resources, annotations = () => '' } = plan;
  const random = createRandom(seed);
  const tree = file.reserve();
  const kids = Array.from({ length: pages }, (_, index) => {
    const content = createPageContent();
    paint(content, random, index, pages);
    const page = file.reserve();
    const stream = file.addStream(content.operators);
    file.fill(
      page,
      `<</Type/Page/Parent ${tree}/MediaBox[0 0 ${size.width} ${size.height}]/Contents ${stream}/Resources<<${resources}>>${annotations(page, index)}>>`,
    );
    return page;
  });
  file.fill(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`);
  return tree;
}

function finish(file: PdfFile, tree: string, entries = ''): Buffer {
  return file.finish(file.add(`<</Type/Catalog/Pages ${tree}${entries}>>`));
}

/** Embedded: what is drawn for a font of the machine differs from one to the other. */
async function addFont(file: PdfFile): Promise<string> {
  const program = file.addStream(await readSerifFont(), '/Subtype/Type1C');
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName/PlatenSerif/Flags 34/FontBBox[-168 -218 1000 898]/ItalicAngle 0/Ascent 683/Descent -217/CapHeight 662/StemV 84/FontFile3 ${program}>>`,
  );
  return file.add(
    `<</Type/Font/Subtype/Type1/BaseFont/PlatenSerif/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${serifWidths.join(' ')}]/FontDescriptor ${descriptor}>>`,
  );
}

function addImage(file: PdfFile, picture: Picture): string {
  const { width, height, channels } = picture;
  return file.addStream(
    encodeJpeg(picture, { quality: 80, dpi: 300 }),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace/Device${channels === 1 ? 'Gray' : 'RGB'}/Filter/DCTDecode`,
  );
}

function addInk(file: PdfFile, { width, height, data }: Picture): string {
  const ink = packBelowThreshold({ data: Uint8Array.from(data), width, height }, 128);
  return file.addStream(
    encodeInk(ink),
    `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode`,
  );
}

function gradient(index: number): Picture {
  const { width, height } = screen;
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    const [x, y] = [((at / 3) % width) / width, Math.floor(at / 3 / width) / height];
    data[at] = 40 + 60 * index + 80 * x;
    data[at + 1] = 90 + 70 * y;
    data[at + 2] = 200 - 50 * index - 60 * x * y;
  }
  return { width, height, channels: 3, data };
}
