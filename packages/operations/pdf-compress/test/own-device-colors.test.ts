import { PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createTestPdf, findStream, isImage } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const side = 200;

/** A page with an image of equal red, green and blue, these colour spaces in its resources, and a group of this space. */
function grayPage(spaces: Readonly<Record<string, unknown>>, group?: string): Uint8Array {
  const pdf = createTestPdf();
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return ((pixel % side) + Math.floor(pixel / side)) / 2 + ((pixel * 7) % 5);
  });
  const shape = { Type: 'XObject', Subtype: 'Image', Width: side, Height: side, BitsPerComponent: 8 };
  const image = pdf.stream({ ...shape, ColorSpace: 'DeviceRGB' }, pixels);
  const resources = { XObject: { Im: image }, ColorSpace: spaces };
  const page = group === undefined ? {} : { Group: { S: 'Transparency', CS: group } };
  return pdf.finish({ content: '200 0 0 200 0 0 cm /Im Do', resources, page });
}

/** The device space of its image, as it is or below a palette. */
async function imageSpace(spaces: Readonly<Record<string, unknown>>, group?: string): Promise<string> {
  const { document } = await runCompression(grayPage(spaces, group));
  const space = String(findStream(document.context, isImage)?.dict.get(PDFName.of('ColorSpace')));
  return /^(?:\[ \/Indexed )?\/(\w+)/.exec(space)?.[1] ?? space;
}

const whitePoint = [0.9505, 1, 1.089];

test('an image stays RGB where its page defines RGB or grey, and becomes grey elsewhere', async () => {
  expect(await imageSpace({})).toBe('DeviceGray');
  expect(await imageSpace({ DefaultCMYK: ['Lab', { WhitePoint: whitePoint }] })).toBe('DeviceGray');
  expect(await imageSpace({ DefaultRGB: ['CalRGB', { WhitePoint: whitePoint, Gamma: [1.4, 1.4, 1.4] }] })).toBe(
    'DeviceRGB',
  );
  expect(await imageSpace({ DefaultGray: ['CalGray', { WhitePoint: whitePoint, Gamma: 1.2 }] })).toBe('DeviceRGB');
});

test('an image stays RGB where its page is blended in inks', async () => {
  expect(await imageSpace({}, 'DeviceCMYK')).toBe('DeviceRGB');
  expect(await imageSpace({}, 'DeviceRGB')).toBe('DeviceGray');
});
