import type { ImageReaders } from '../src/images-to-pdf.ts';

/** What a task needs that has neither HEIC nor text to read. */
export const noReaders: ImageReaders = {
  heicDecoder: null,
  recognizer: async () => {
    throw new Error('there is nothing to read');
  },
};
