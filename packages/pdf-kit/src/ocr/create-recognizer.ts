import { createModuleRecognizer } from './module-recognizer.ts';
import { createNativeRecognizer } from './native-recognizer.ts';
import type { Recognizer } from './recognizer.ts';
import type { OcrSettings } from './settings.ts';
import { createTesseractJsRecognizer } from './tesseract-js-recognizer.ts';
import { createWasmRecognizer } from './wasm-recognizer.ts';

/** The recognizer that the settings of the host choose: a native program, tesseract.js, a module of the host, or the built-in one. */
export function createRecognizer({ languageFolders, tesseractProgram, recognizer }: OcrSettings): Recognizer {
  if (tesseractProgram !== null) return createNativeRecognizer({ program: tesseractProgram, languageFolders });
  if (recognizer === 'tesseract.js') return createTesseractJsRecognizer({ languageFolders });
  if (recognizer) return createModuleRecognizer(recognizer, languageFolders);
  return createWasmRecognizer({ languageFolders });
}
