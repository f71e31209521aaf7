import { createNativeRecognizer } from './native-recognizer.ts';
import type { Recognizer } from './recognizer.ts';
import type { OcrSettings } from './settings.ts';
import { createWasmRecognizer } from './wasm-recognizer.ts';

/** The recognizer a host's settings ask for: the built-in one unless they name a native `tesseract` program. */
export function createRecognizer({ languageFolders, tesseractProgram }: OcrSettings): Recognizer {
  return tesseractProgram === null
    ? createWasmRecognizer({ languageFolders })
    : createNativeRecognizer({ program: tesseractProgram, languageFolders });
}
