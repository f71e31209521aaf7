import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The task of a model: find text, read a line, or detect whether a line is upside down. */
export type ModelRole = 'detection' | 'recognition' | 'orientation';

/** A file of weights that this package can use. */
export interface KnownModel {
  readonly role: ModelRole;
  /** The name of the file, in a folder of models and in the archive. */
  readonly fileName: string;
  readonly sha256: string;
}

/**
 * PP-OCRv6 small by PaddlePaddle (Apache-2.0), and the classifier of PP-OCR 2.0 for lines that are upside down, as the wheel
 * `rapidocr` 3.10.0 of PyPI holds them under `rapidocr/models`.
 */
export const knownModels: readonly KnownModel[] = [
  {
    role: 'detection',
    fileName: 'PP-OCRv6_det_small.onnx',
    sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  },
  {
    role: 'recognition',
    fileName: 'PP-OCRv6_rec_small.onnx',
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
  {
    role: 'orientation',
    fileName: 'ch_ppocr_mobile_v2.0_cls_mobile.onnx',
    sha256: 'e47acedf663230f8863ff1ab0e64dd2d82b838fceb5957146dab185a89d6215c',
  },
];

/** The files of the models by what they do; null where one is not installed. */
export type InstalledModels = Readonly<Record<ModelRole, string | null>>;

/** The models in these folders, of each the first that is found. Looks at names only. */
export async function installedModels(folders: readonly string[]): Promise<InstalledModels> {
  const found = await Promise.all(knownModels.map(async ({ role, fileName }) => [role, await find(fileName, folders)]));
  return Object.fromEntries(found) as InstalledModels;
}

async function find(fileName: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, fileName);
    const isFile = await stat(path).then(
      (entry) => entry.isFile(),
      () => false,
    );
    if (isFile) return path;
  }
  return null;
}
