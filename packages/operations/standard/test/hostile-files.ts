/** A PDF of one page that shows one image. */
function pdfWithImage(entries: string, data: string): Uint8Array {
  const draw = 'q 100 0 0 100 0 0 cm /I Do Q';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    `<</Length ${draw.length}>>\nstream\n${draw}\nendstream`,
    `<</Type/XObject/Subtype/Image${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`,
  ];
  let text = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size 6/Root 1 0 R>>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

/** A JPEG of a few bytes whose frame header claims 65 535 × 65 535 pixels (ITU-T T.81, B.2.2). */
const hugeJpegText =
  '\xff\xd8\xff\xc0\x00\x0b\x08\xff\xff\xff\xff\x01\x01\x11\x00\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x00\xff\xd9';

export const hugeJpeg: Uint8Array = Buffer.from(hugeJpegText, 'latin1');

/** A picture of 30 000 × 30 000 pixels, by what its dictionary says. */
export const hugePicturePdf = pdfWithImage(
  '/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/RunLengthDecode',
  '\x80',
);

/** The JPEG above, with a dictionary that calls it small. */
export const disguisedJpegPdf = pdfWithImage(
  '/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode',
  hugeJpegText,
);
