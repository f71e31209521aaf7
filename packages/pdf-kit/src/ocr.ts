export { type Affine, applyAffine, chainAffine, identityAffine, invertAffine } from './ocr/affine.ts';
export { installedLanguages } from './ocr/language-data.ts';
export { type PageRecognition, recognizePage } from './ocr/recognize-page.ts';
export { type RecognizedPage, toRecognizedPage } from './ocr/recognized-page.ts';
export type {
  GreyRaster,
  Orientation,
  PixelBox,
  RasterLine,
  RasterWord,
  RecognitionRequest,
  Recognizer,
} from './ocr/recognizer.ts';
export { type OcrSettings, ocrSettingsFromEnvironment, ocrSettingsOf, withOcrSettings } from './ocr/settings.ts';
export { createWasmRecognizer, type WasmRecognizerOptions } from './ocr/wasm-recognizer.ts';
