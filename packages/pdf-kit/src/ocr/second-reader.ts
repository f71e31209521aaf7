import { createRequire } from 'node:module';
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
  return isInstalled(usualPackage) ? createModuleRecognizer(`${usualPackage}/recognizer`, languageFolders) : null;
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}
