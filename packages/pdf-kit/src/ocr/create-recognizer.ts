import { installedLanguages } from './language-data.ts';
import { createModuleRecognizer } from './module-recognizer.ts';
import { createNativeRecognizer } from './native-recognizer.ts';
import type { GreyRaster, Recognizer, RecognizerPair } from './recognizer.ts';
import { autoLanguage, languagesFor } from './script-languages.ts';
import { createSecondReader } from './second-reader.ts';
import type { OcrSettings } from './settings.ts';
import { createTesseractJsRecognizer } from './tesseract-js-recognizer.ts';
import { createWasmRecognizer } from './wasm-recognizer.ts';

/**
 * Creates the recognizer that the settings choose (a native program, tesseract.js, a module of the host, or the built-in
 * one) and the second reader. `close` closes both.
 */
export function createRecognizer(settings: OcrSettings): RecognizerPair {
  const first = createFirstReader(settings);
  const second = createSecondReader(settings);
  const chooseLanguages = async (page: GreyRaster, signal?: AbortSignal) => {
    const installed = await installedLanguages(settings.languageFolders);
    const chosen = languagesFor((await first.detectOrientation(page, signal))?.script, installed);
    return chosen.length > 0 ? chosen : languagesFor('Latin', installed).slice(0, 1);
  };
  return {
    async recognize(raster, request) {
      const isOpen = request.languages.includes(autoLanguage);
      const languages = isOpen ? await chooseLanguages(raster, request.signal) : request.languages;
      return first.recognize(raster, { ...request, languages });
    },
    detectOrientation: first.detectOrientation,
    second,
    chooseLanguages,
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
