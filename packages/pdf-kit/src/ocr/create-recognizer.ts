import { createModuleRecognizer } from './module-recognizer.ts';
import { createNativeRecognizer } from './native-recognizer.ts';
import type { Recognizer, RecognizerPair } from './recognizer.ts';
import { createSecondReader } from './second-reader.ts';
import type { OcrSettings } from './settings.ts';
import { createTesseractJsRecognizer } from './tesseract-js-recognizer.ts';
import { createWasmRecognizer } from './wasm-recognizer.ts';

/**
 * The recognizer that the settings of the host choose (a native program, tesseract.js, a module of the host, or the built-in
 * one) and the second reader. `close` closes both.
 */
export function createRecognizer(settings: OcrSettings): RecognizerPair {
  const first = createFirstReader(settings);
  const second = createSecondReader(settings);
  return {
    recognize: first.recognize,
    detectOrientation: first.detectOrientation,
    second,
    async close() {
      await first.close();
      await second?.close();
    },
  };
}

function createFirstReader({ languageFolders, tesseractProgram, recognizer }: OcrSettings): Recognizer {
  if (tesseractProgram !== null) return createNativeRecognizer({ program: tesseractProgram, languageFolders });
  if (recognizer === 'tesseract.js') return createTesseractJsRecognizer({ languageFolders });
  if (recognizer) return createModuleRecognizer(recognizer, languageFolders);
  return createWasmRecognizer({ languageFolders });
}
