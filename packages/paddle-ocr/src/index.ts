export { createPaddleRecognizer, type PaddleRecognizerOptions } from './create-paddle-recognizer.ts';
export { type KnownModel, knownModels, type ModelRole } from './models.ts';
export { type ReadModel, readModels } from './read-models.ts';
