import { fileURLToPath } from 'node:url';
import type { RecognizerFactory } from '@platen/pdf-kit/ocr';
import { createPaddleRecognizer } from './create-paddle-recognizer.ts';

/** Where a release has the models; not there beside the sources. */
const released = fileURLToPath(new URL('./models', import.meta.url));

/** The recognizer as a module for `PLATEN_OCR_RECOGNIZER`, and as the second reader that Platen finds by itself. */
const create: RecognizerFactory = ({ languageFolders }) =>
  createPaddleRecognizer({ modelFolders: [...languageFolders, released] });

export default create;
