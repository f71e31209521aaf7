import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';

const run = promisify(execFile);
const dpi = 300;

/** Draws the first page of a born-digital PDF as a grey scan of 300 dpi; gives its path. */
export async function drawScan(pdf: string, folder: string, name: string): Promise<string> {
  const stem = join(folder, name);
  await run('pdftoppm', ['-r', String(dpi), '-l', '1', '-cropbox', '-gray', '-png', '-singlefile', pdf, stem]);
  return `${stem}.png`;
}

/** Binds images as the pages of one PDF at 300 dpi, the whole list `rounds` times; gives its path. */
export async function bindScans(images: readonly string[], rounds: number, path: string): Promise<string> {
  const document = await PDFDocument.create();
  for (let round = 0; round < rounds; round += 1) {
    for (const image of images) {
      const drawn = await document.embedPng(await sharp(image).toColourspace('b-w').png().toBuffer());
      const [width, height] = [(drawn.width * 72) / dpi, (drawn.height * 72) / dpi];
      document.addPage([width, height]).drawImage(drawn, { x: 0, y: 0, width, height });
    }
  }
  await writeFile(path, await document.save());
  return path;
}
