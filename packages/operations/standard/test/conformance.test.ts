import { readFile } from 'node:fs/promises';
import { standardOperations } from '@platen/standard';
import { type BadSample, type GoodSample, operationSuite } from '@platen/testing';
import { disguisedJpegPdf, hugeJpeg, hugePicturePdf } from './hostile-files.ts';

/** What an operation needs beside a page of text to have something to do. */
const options: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'pdf/to-excel': { content: 'all' },
};

/** Operations with an option `pages`. */
const pickingPages = new Set(['pdf/to-word', 'pdf/to-excel', 'pdf/to-image', 'pdf/split']);

for (const operation of standardOperations) {
  const takesPdf = operation.accepts.includes('application/pdf');
  const file = (name: string) => async () => {
    const bytes = await readFile(new URL(`./fixtures/${name}`, import.meta.url));
    return Array.from({ length: operation.files.min }, (_, index) => ({ fileName: `${index + 1}-${name}`, bytes }));
  };
  const damaged = takesPdf ? '%PDF-1.7\nand nothing else' : '\x89PNG\r\n\x1a\nand nothing else';
  const damagedFiles = () =>
    Array.from({ length: operation.files.min }, () => ({
      fileName: takesPdf ? 'damaged.pdf' : 'damaged.png',
      bytes: Buffer.from(damaged, 'latin1'),
    }));
  const own = options[operation.name] ?? {};

  const good: GoodSample[] = takesPdf
    ? [
        { name: 'a page of text', inputs: file('page.pdf'), options: own },
        {
          name: 'an encrypted file with its password',
          inputs: file('encrypted.pdf'),
          options: { ...own, password: 'secret' },
        },
      ]
    : [{ name: 'an image', inputs: file('blue.png') }];
  const bad: BadSample[] = [
    { name: 'a damaged file', inputs: damagedFiles, options: own, code: 'PROCESSING_FAILED', reason: 'damaged_file' },
  ];
  if (takesPdf) {
    const inputs = file('encrypted.pdf');
    bad.push(
      { name: 'no password', inputs, options: own, code: 'PDF_ENCRYPTED', reason: 'password_required' },
      {
        name: 'a wrong password',
        inputs,
        options: { ...own, password: 'guess' },
        code: 'PDF_ENCRYPTED',
        reason: 'password_incorrect',
      },
    );
  }
  const tooManyPixels = { code: 'PROCESSING_FAILED', reason: 'pixel_limit' } as const;
  const repeated = (fileName: string, bytes: Uint8Array) => async () =>
    Array.from({ length: operation.files.min }, () => ({ fileName, bytes }));
  if (operation.accepts.includes('image/jpeg')) {
    const inputs = repeated('huge.jpg', hugeJpeg);
    bad.push({ name: 'a JPEG that claims 65 535 x 65 535 pixels', inputs, options: own, ...tooManyPixels });
  }
  if (takesPdf) {
    const picture = repeated('picture.pdf', hugePicturePdf);
    const disguised = repeated('disguised.pdf', disguisedJpegPdf);
    bad.push(
      { name: 'a picture of 900 megapixels', inputs: picture, options: own, ...tooManyPixels },
      { name: 'a JPEG whose dictionary calls it small', inputs: disguised, options: own, ...tooManyPixels },
    );
  }
  if (pickingPages.has(operation.name)) {
    bad.push({
      name: 'the even pages of one page',
      inputs: file('page.pdf'),
      options: { ...own, pages: 'even' },
      code: 'PROCESSING_FAILED',
      reason: 'page_out_of_range',
    });
  }
  operationSuite(operation, { good, bad });
}
