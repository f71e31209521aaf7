import type { RecognizerFactory } from '@platen/pdf-kit/ocr';
import { createPaddleRecognizer } from './create-paddle-recognizer.ts';

/** The recognizer as a module for `PLATEN_OCR_RECOGNIZER`, and as the second reader that Platen finds by itself. */
const create: RecognizerFactory = ({ languageFolders }) => createPaddleRecognizer({ modelFolders: languageFolders });

export default create;
