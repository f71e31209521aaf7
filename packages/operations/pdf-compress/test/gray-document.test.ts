import { decodeData, numbersEntry } from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { type PDFContext, PDFDict, PDFName, PDFRawStream, PDFString } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { createTestPdf, isImage } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const gray = { color: 'gray' } as const;

/** The colours of the first page at 72 dpi, row by row. */
async function pixelsOf(bytes: Uint8Array): Promise<Uint8Array> {
  const renderer = await openRenderer(bytes);
  try {
    const drawn = await renderer.renderPage(1, { dpi: 72 });
    const copy = Uint8Array.from(drawn.data);
    drawn.release();
    return copy;
  } finally {
    renderer.close();
  }
}

function largestChroma(pixels: Uint8Array): number {
  let largest = 0;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    largest = Math.max(largest, Math.max(r, g, b) - Math.min(r, g, b));
  }
  return largest;
}

function pixelAt(pixels: Uint8Array, x: number, y: number): number {
  return pixels[((199 - y) * 200 + x) * 3] ?? -1;
}

const rgbImage = { Type: 'XObject', Subtype: 'Image', Width: 2, Height: 2, BitsPerComponent: 8 };

describe('grey copies', () => {
  test('operators, forms, shadings, patterns, images and annotations become grey', async () => {
    const pdf = createTestPdf();
    const form = pdf.stream({ Subtype: 'Form', BBox: [0, 0, 20, 20] }, '0 0.5 1 rg 0 0 20 20 re f');
    const shading = {
      ShadingType: 2,
      ColorSpace: 'DeviceRGB',
      Coords: [0, 0, 40, 0],
      Function: { FunctionType: 2, Domain: [0, 1], C0: [1, 0, 0], C1: [0, 0, 1], N: 1 },
    };
    // A triangle: flag, two coordinates, three components.
    const vertex = (x: number, y: number, ...color: number[]) => [0, x, y, ...color];
    const mesh = pdf.stream(
      {
        ShadingType: 4,
        ColorSpace: 'DeviceRGB',
        BitsPerCoordinate: 8,
        BitsPerComponent: 8,
        BitsPerFlag: 8,
        Decode: [0, 40, 0, 40, 0, 1, 0, 1, 0, 1],
      },
      Uint8Array.from([...vertex(0, 0, 255, 0, 0), ...vertex(255, 0, 0, 255, 0), ...vertex(0, 255, 0, 0, 255)]),
    );
    const pattern = pdf.stream(
      { PatternType: 1, PaintType: 2, TilingType: 1, BBox: [0, 0, 4, 4], XStep: 4, YStep: 4, Resources: {} },
      '0 0 4 4 re f',
    );
    const image = pdf.stream(
      { ...rgbImage, ColorSpace: 'DeviceRGB' },
      Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]),
    );
    const inks = pdf.stream(
      { ...rgbImage, ColorSpace: 'DeviceCMYK', Decode: [1, 0, 1, 0, 1, 0, 1, 0] },
      Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 1 ? 0 : 255)),
    );
    const palette = pdf.stream(
      {
        ...rgbImage,
        BitsPerComponent: 1,
        ColorSpace: ['Indexed', 'DeviceRGB', 1, PDFString.of('\x00\x80\x00\xff\x00\x00')],
      },
      Uint8Array.from([0x80, 0x40]),
    );
    const appearance = pdf.stream({ Subtype: 'Form', BBox: [0, 0, 20, 20] }, '1 0 1 rg 0 0 20 20 re f');
    const note = pdf.object({
      Type: 'Annot',
      Subtype: 'Square',
      Rect: [150, 150, 170, 170],
      C: [1, 0, 0],
      DA: PDFString.of('/Helv 9 Tf 1 0 0 rg'),
      MK: { BG: [0, 1, 0] },
      AP: { N: appearance },
    });
    const content = `1 0 0 rg 0 0 20 20 re f 0 1 0 RG 4 w 0 30 m 40 30 l S 1 0 0 0 k 30 0 20 20 re f
0 0 0 1 k 60 0 20 20 re f /DeviceRGB cs 0 0 1 sc 90 0 20 20 re f /P cs 0 1 1 /Tile scn 120 0 20 20 re f
q 1 0 0 1 0 50 cm /Form Do Q q 1 0 0 1 40 50 cm 0 0 40 40 re W n /Shade sh Q q 1 0 0 1 100 50 cm /Mesh sh Q
q 30 0 0 30 0 110 cm /RGB Do Q q 30 0 0 30 40 110 cm /Inks Do Q q 30 0 0 30 80 110 cm /Palette Do Q`;
    const input = pdf.finish({
      content,
      page: { Annots: [note] },
      resources: {
        ColorSpace: { P: ['Pattern', 'DeviceRGB'] },
        Pattern: { Tile: pattern },
        Shading: { Shade: shading, Mesh: mesh },
        XObject: { Form: form, RGB: image, Inks: inks, Palette: palette },
      },
    });
    const { bytes, document, messages } = await runCompression(input, 'low', undefined, 'keep', gray);
    expect(messages).toEqual([]);
    const [before, after] = [await pixelsOf(input), await pixelsOf(bytes)];
    expect(largestChroma(before)).toBe(255);
    expect(largestChroma(after)).toBeLessThanOrEqual(2);
    // Red, blue, magenta and the green of the palette by their luma; black ink is black.
    expect(pixelAt(after, 10, 10)).toBeCloseTo(76, -1);
    expect(pixelAt(after, 100, 10)).toBeCloseTo(29, -1);
    expect(pixelAt(after, 70, 10)).toBeLessThan(4);
    expect(pixelAt(after, 160, 160)).toBeCloseTo(105, -1);
    expect(pixelAt(after, 100, 130)).not.toBe(255);
    const annotation = findDict(document.context, 'Square');
    expect(numbersEntry(annotation, 'C')).toHaveLength(1);
    expect(annotation.lookup(PDFName.of('DA'))?.toString()).toBe('(/Helv 9 Tf 0.299 g)');
  });

  test('spot colours stay, with a warning that names the page', async () => {
    const pdf = createTestPdf();
    const tint = { FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [0, 1, 1, 0], N: 1 };
    const input = pdf.finish({
      content: '/Spot cs 1 scn 0 0 50 50 re f 1 0 0 rg 100 100 50 50 re f',
      resources: { ColorSpace: { Spot: ['Separation', 'Varnish', 'DeviceCMYK', pdf.object(tint)] } },
    });
    const { bytes, messages } = await runCompression(input, 'low', undefined, 'keep', gray);
    expect(messages.join()).toMatch(/COLORS_KEPT: report\.pdf keeps colours on page 1: spot colours/);
    const after = await pixelsOf(bytes);
    expect(largestChroma(after)).toBeGreaterThan(100);
    expect(pixelAt(after, 120, 120)).toBeCloseTo(76, -1);
  });

  test('a page whose greys would go by a definition of its own keeps its colours', async () => {
    const DefaultGray = ['CalGray', { WhitePoint: [0.9505, 1, 1.089], Gamma: 1 }];
    const input = createTestPdf().finish({
      content: '1 0 0 rg 0 0 100 100 re f',
      resources: { ColorSpace: { DefaultGray } },
    });
    const { bytes, messages } = await runCompression(input, 'low', undefined, 'keep', gray);
    expect(messages.join()).toMatch(/COLORS_KEPT.*page 1: colours that would not look the same in grey/);
    expect(largestChroma(await pixelsOf(bytes))).toBe(255);
  });

  test('a page whose greys would look otherwise keeps its colours', async () => {
    const pdf = createTestPdf();
    // Red over green is black when multiplied; their greys would not be.
    const input = pdf.finish({
      content: '1 0 0 rg 0 0 100 100 re f /Multiply gs 0 1 0 rg 0 0 100 100 re f',
      resources: { ExtGState: { Multiply: { BM: 'Multiply' } } },
      page: { Group: { S: 'Transparency', CS: 'DeviceRGB' } },
    });
    const { bytes, messages } = await runCompression(input, 'low', undefined, 'keep', gray);
    expect(messages.join()).toMatch(/COLORS_KEPT.*would not look the same in grey/);
    expect(bytes.length).toBeGreaterThan(0);
  });

  test('the colours of an image with a colour key stay', async () => {
    const pdf = createTestPdf();
    const pixels = Uint8Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? 200 : 10));
    const image = pdf.stream({ ...rgbImage, ColorSpace: 'DeviceRGB', Mask: [0, 9, 0, 9, 0, 9] }, pixels);
    const input = pdf.finish({ content: '50 0 0 50 0 0 cm /I Do', resources: { XObject: { I: image } } });
    const { document, messages } = await runCompression(input, 'low', undefined, 'keep', gray);
    expect(messages.join()).toMatch(/images whose colours cannot be converted/);
    const [, kept] = document.context.enumerateIndirectObjects().find(([, object]) => isImageStream(object)) ?? [];
    const samples = kept instanceof PDFRawStream ? decodeData(kept, { maxBytes: 1e4 })?.bytes : undefined;
    expect(Buffer.from(samples ?? []).equals(pixels)).toBe(true);
  });
});

function isImageStream(object: unknown): boolean {
  return object instanceof PDFRawStream && isImage(object.dict);
}

function findDict(context: PDFContext, subtype: string): PDFDict {
  const [, found] =
    context
      .enumerateIndirectObjects()
      .find(([, object]) => object instanceof PDFDict && object.get(PDFName.of('Subtype')) === PDFName.of(subtype)) ??
    [];
  if (!(found instanceof PDFDict)) throw new Error(`There is no ${subtype}`);
  return found;
}
