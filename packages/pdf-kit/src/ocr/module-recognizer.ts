import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processingFailed } from '@platen/core';
import type { Recognizer } from './recognizer.ts';

/** The default export of a module with a recognizer. */
export type RecognizerFactory = (options: { readonly languageFolders: readonly string[] }) => Recognizer;

/**
 * A recognizer from a module of the host's own: a path, a `file:` URL or the name of a package whose default export is a
 * `RecognizerFactory`. It is loaded when the first page is read.
 */
export function createModuleRecognizer(specifier: string, languageFolders: readonly string[]): Recognizer {
  let loaded: Promise<Recognizer> | null = null;
  const load = () => {
    loaded ??= loadRecognizer(specifier, languageFolders);
    return loaded;
  };
  return {
    recognize: async (raster, request) => (await load()).recognize(raster, request),
    canRead: async (languages) => (await load()).canRead?.(languages) ?? true,
    detectOrientation: async (raster, signal) => (await load()).detectOrientation(raster, signal),
    close: async () => {
      await (await loaded?.catch(() => null))?.close();
    },
  };
}

async function loadRecognizer(specifier: string, languageFolders: readonly string[]): Promise<Recognizer> {
  const url = isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier;
  try {
    const { default: create } = (await import(url)) as { readonly default: RecognizerFactory };
    return create({ languageFolders });
  } catch (cause) {
    throw processingFailed('internal', 'The module with the recognizer cannot be loaded', { cause });
  }
}
