import { readdir } from 'node:fs/promises';
import { createSecondReader, modelFolders } from './second-reader.ts';
import type { OcrSettings } from './settings.ts';

/**
 * The models that the second reader finds now: the sorted names, without their ending, of `.onnx` files in the language folders and
 * in the package `@platen/paddle-ocr`. None without a second reader. Lists folders and opens no model.
 */
export async function installedModels(settings: OcrSettings): Promise<readonly string[]> {
  if (createSecondReader(settings) === null) return [];
  const listed = await Promise.all(modelFolders(settings).map((folder) => readdir(folder).catch(() => [])));
  const names = listed.flat().flatMap((name) => /^(.+)\.onnx$/.exec(name)?.[1] ?? []);
  return [...new Set(names)].sort();
}
