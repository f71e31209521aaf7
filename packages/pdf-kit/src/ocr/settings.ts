import { delimiter } from 'node:path';

/** The settings of a host for text recognition. */
export interface OcrSettings {
  /** Folders with `<code>.traineddata` files, searched before the `@tesseract.js-data/*` packages. */
  readonly languageFolders: readonly string[];
  /** Path or name of a native `tesseract` program to use in place of the built-in one; null for the built-in one. */
  readonly tesseractProgram: string | null;
  /**
   * A recognizer to use instead of the built-in one: `tesseract.js`, or a module whose default export creates one, as a path,
   * a `file:` URL or a package name. `tesseractProgram` takes precedence.
   */
  readonly recognizer?: string | null;
  /**
   * A recognizer that reads again what the first one reads with doubt: a module as in `recognizer`, or `none`. Default:
   * `@platen/paddle-ocr` where it is installed, and models in a language folder.
   */
  readonly secondReader?: string | null;
}

/**
 * `PLATEN_OCR_LANGUAGES` (folders, separated as in PATH), `PLATEN_OCR_TESSERACT` (a program), `PLATEN_OCR_RECOGNIZER`
 * (`tesseract.js` or a module) and `PLATEN_OCR_SECOND_READER` (a module or `none`), as settings.
 */
export function ocrSettingsFromEnvironment(environment: NodeJS.ProcessEnv = process.env): OcrSettings {
  return {
    languageFolders: (environment.PLATEN_OCR_LANGUAGES ?? '').split(delimiter).filter((folder) => folder !== ''),
    tesseractProgram: environment.PLATEN_OCR_TESSERACT || null,
    recognizer: environment.PLATEN_OCR_RECOGNIZER || null,
    secondReader: environment.PLATEN_OCR_SECOND_READER || null,
  };
}

/** The URL of the worker with the settings in its query, because workers may run with an empty environment. */
export function withOcrSettings(worker: URL, settings: OcrSettings): URL {
  const { languageFolders, tesseractProgram, recognizer, secondReader } = settings;
  const url = new URL(worker);
  for (const folder of languageFolders) url.searchParams.append('languages', folder);
  if (tesseractProgram !== null) url.searchParams.set('tesseract', tesseractProgram);
  if (recognizer) url.searchParams.set('recognizer', recognizer);
  if (secondReader) url.searchParams.set('second', secondReader);
  return url;
}

/** The settings that `withOcrSettings` gave to a worker. Call it with `import.meta.url` of the worker. */
export function ocrSettingsOf(workerUrl: string): OcrSettings {
  const { searchParams } = new URL(workerUrl);
  return {
    languageFolders: searchParams.getAll('languages'),
    tesseractProgram: searchParams.get('tesseract'),
    recognizer: searchParams.get('recognizer'),
    secondReader: searchParams.get('second'),
  };
}
