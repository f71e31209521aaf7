import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TaskOutput } from '@platen/core';
import type { PictureInline } from '@platen/flow-document';
import { loadSharp } from '@platen/pdf-kit/sharp';

/** Writes the pictures of a document beside it. */
export interface PictureFiles {
  /** The name of the file of a picture; the same one for a picture that is shown again. */
  nameOf(picture: PictureInline): string;
  /** Writes those that are shown in part, which takes longer. */
  finish(): Promise<void>;
}

/** Pictures of `report.md` are `report-1.png`, `report-2.jpg`, and so on; each is told to `onOutput`. */
export function createPictureFiles(documentPath: string, onOutput: (output: TaskOutput) => void): PictureFiles {
  const folder = dirname(documentPath);
  const stem = basename(documentPath).replace(/\.md$/, '');
  const names = new Map<string, string>();
  const cropping: (() => Promise<void>)[] = [];
  return {
    nameOf(picture) {
      const key = createHash('sha256')
        .update(picture.bytes)
        .update(JSON.stringify(picture.crop ?? null))
        .digest('hex');
      const known = names.get(key);
      if (known !== undefined) return known;
      const fileName = `${stem}-${names.size + 1}.${picture.mediaType === 'image/png' ? 'png' : 'jpg'}`;
      const path = join(folder, fileName);
      names.set(key, fileName);
      writeFileSync(path, picture.bytes);
      const { bytes, crop } = picture;
      if (crop !== undefined) cropping.push(() => writeCropped(path, bytes, crop));
      onOutput({ path, fileName, mediaType: picture.mediaType });
      return fileName;
    },
    async finish() {
      for (const crop of cropping) await crop();
    },
  };
}

/** Writes what is shown of a picture, as `crop` says in shares of its width and height. */
async function writeCropped(path: string, bytes: Uint8Array, crop: NonNullable<PictureInline['crop']>): Promise<void> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(bytes).metadata();
  const [left, top] = [Math.round(crop.left * width), Math.round(crop.top * height)];
  const shown = {
    left,
    top,
    width: Math.max(1, Math.round((1 - crop.right) * width) - left),
    height: Math.max(1, Math.round((1 - crop.bottom) * height) - top),
  };
  writeFileSync(path, await sharp(bytes).extract(shown).toBuffer());
}
