import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unzip } from 'fflate';
import { type KnownModel, knownModels } from './models.ts';

/** A model and its file. */
export interface ReadModel extends KnownModel {
  readonly bytes: Uint8Array;
}

/** Larger files of an archive are not unpacked: they are none of the known ones. */
const maxModelBytes = 64 * 1024 * 1024;

/** Where a folder may have them: itself, or what the wheel unpacks to. */
const subfolders = ['.', 'models', join('rapidocr', 'models')];

/**
 * Reads the known models from a wheel of `rapidocr` (a ZIP archive), a folder, or a single file. Rejects with a RangeError
 * that names the problem if there is no model, or if the SHA-256 of one is not the expected one.
 */
export async function readModels(path: string): Promise<readonly ReadModel[]> {
  const found = (await stat(path)).isDirectory() ? await readFolder(path) : await readArchive(path);
  const models = knownModels.flatMap((model) => {
    const bytes = found.get(model.fileName);
    return bytes === undefined ? [] : [{ ...model, bytes }];
  });
  if (models.length === 0) {
    throw new RangeError(`it contains none of ${knownModels.map(({ fileName }) => fileName).join(', ')}`);
  }
  for (const { fileName, sha256, bytes } of models) {
    const actual = createHash('sha256').update(bytes).digest('hex');
    if (actual !== sha256) throw new RangeError(`${fileName} has the SHA-256 ${actual}, not ${sha256}`);
  }
  return models;
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const { fileName } of knownModels) {
    for (const subfolder of subfolders) {
      const bytes = await readFile(join(folder, subfolder, fileName)).catch(() => null);
      if (bytes === null) continue;
      found.set(fileName, bytes);
      break;
    }
  }
  return found;
}

async function readArchive(path: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await readFile(path);
  if (path.endsWith('.onnx')) return new Map([[basename(path), bytes]]);
  const names = new Set(knownModels.map(({ fileName }) => fileName));
  return new Promise((resolve, reject) => {
    const filter = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }) =>
      names.has(basename(name)) && originalSize <= maxModelBytes;
    unzip(bytes, { filter }, (error, files) => {
      if (error) reject(new RangeError('it is not a wheel, a folder or an .onnx file', { cause: error }));
      else resolve(new Map(Object.entries(files).map(([name, content]) => [basename(name), content])));
    });
  });
}
