import { createTestPdf } from './build-pdf.ts';

/** A document of one page with square RGB photographs of 200 pixels, each drawn at 36 points, and no two of them equal. */
export function photoDocument(count: number): Uint8Array {
  const side = 200;
  const pdf = createTestPdf();
  const names = Array.from({ length: count }, (_, photo) => {
    const pixels = Uint8Array.from({ length: side * side * 3 }, (_value, index) => {
      const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)];
      return (
        128 + 70 * Math.sin(x / (9 + photo) + (index % 3)) + 40 * Math.cos(y / (11 + photo)) + ((x * 5 + y * 3) % 13)
      );
    });
    const shape = { Width: side, Height: side, ColorSpace: 'DeviceRGB', BitsPerComponent: 8 };
    return [`I${photo}`, pdf.stream({ Type: 'XObject', Subtype: 'Image', ...shape }, pixels)] as const;
  });
  const content = names.map(
    ([name], at) => `q 36 0 0 36 ${5 + 65 * (at % 3)} ${5 + 65 * Math.floor(at / 3)} cm /${name} Do Q`,
  );
  return pdf.finish({ content: content.join('\n'), resources: { XObject: Object.fromEntries(names) } });
}
