import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createModuleRecognizer } from './module-recognizer.ts';
import type { Recognizer } from './recognizer.ts';
import type { OcrSettings } from './settings.ts';

const usualPackage = '@platen/paddle-ocr';

/**
 * The recognizer that reads again what the first one reads with doubt: the module that the settings name, else `@platen/paddle-ocr`
 * if it is installed beside this package. Null if there is none. It is loaded when it is first needed.
 */
export function createSecondReader({ secondReader, languageFolders }: OcrSettings): Recognizer | null {
  if (secondReader === 'none') return null;
  if (secondReader) return createModuleRecognizer(secondReader, languageFolders);
  return usualFolder() !== null ? createModuleRecognizer(`${usualPackage}/recognizer`, languageFolders) : null;
}

/** The folder that the usual package is installed in; null if it is not. */
function usualFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${usualPackage}/package.json`));
  } catch {
    return null;
  }
}

/** The folders where models of the second reader may lie: those of languages, and the one that the usual package was released with. */
export function modelFolders({ languageFolders }: OcrSettings): readonly string[] {
  const folder = usualFolder();
  return folder === null ? languageFolders : [...languageFolders, join(folder, 'dist', 'models')];
}
