import { createModuleRecognizer } from './module-recognizer.ts';
import { createNativeRecognizer } from './native-recognizer.ts';
import type { Recognizer } from './recognizer.ts';
import type { OcrSettings } from './settings.ts';
import { createTesseractJsRecognizer } from './tesseract-js-recognizer.ts';
import { createWasmRecognizer } from './wasm-recognizer.ts';

/** The recognizer a host's settings ask for: a native program, tesseract.js, a module of its own, or else the built-in one. */
export function createRecognizer({ languageFolders, tesseractProgram, recognizer }: OcrSettings): Recognizer {
  if (tesseractProgram !== null) return createNativeRecognizer({ program: tesseractProgram, languageFolders });
  if (recognizer === 'tesseract.js') return createTesseractJsRecognizer({ languageFolders });
  if (recognizer) return createModuleRecognizer(recognizer, languageFolders);
  return createWasmRecognizer({ languageFolders });
}
