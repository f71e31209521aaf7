export { createTextCheck, isRecognized, type OcrMode, type TextCheckOptions } from './ocr/check-text.ts';
export { createRecognizer } from './ocr/create-recognizer.ts';
export { lacksEndMarker } from './ocr/cut-jpeg.ts';
export { describeReadings, drawRecognition, recognitionLegend } from './ocr/draw-recognition.ts';
export { installedLanguages } from './ocr/language-data.ts';
export { createTextLayers, graftText, type TextLayers } from './ocr/layer/graft-text.ts';
export { contentParts, ownDictionary, ownResources, surroundContent } from './ocr/layer/page-content.ts';
export { pageFrameOf } from './ocr/layer/page-frame-of.ts';
export { hasProseColumns } from './ocr/layout-of.ts';
export { isSpaced, lineText } from './ocr/line-text.ts';
export { type MakeSearchableRequest, makeSearchable } from './ocr/make-searchable.ts';
export { createModuleRecognizer, type RecognizerFactory } from './ocr/module-recognizer.ts';
export { createNativeRecognizer, type NativeRecognizerOptions } from './ocr/native-recognizer.ts';
export { type PageFrame, pageToUserSpace, shownSize } from './ocr/page-frame.ts';
export { pagePhotographs } from './ocr/page-photographs.ts';
export {
  createPageTextRecognition,
  type PageTextRecognition,
  type RecognizePageText,
} from './ocr/page-text-recognition.ts';
export { pastedPictures, stampLetters } from './ocr/pasted-pictures.ts';
export { openPdfScan } from './ocr/pdf-scan.ts';
export { createPictureTextReader, type ReadPictureText } from './ocr/picture-text.ts';
export { cutRaster, type DerivedRaster, scaleRaster } from './ocr/raster.ts';
export { createReadPages, type RecognizePage } from './ocr/read-pages.ts';
export { type PagePlace, readScanPage, type ScanReading } from './ocr/read-scan-page.ts';
export { lettersAllowed } from './ocr/reading-work.ts';
export { type PageRecognition, recognizePage } from './ocr/recognize-page.ts';
export { type RecognizedPage, toRecognizedPage } from './ocr/recognized-page.ts';
export { type RecognizedText, recognizedText } from './ocr/recognized-text.ts';
export type {
  CandidateName,
  GreyRaster,
  Orientation,
  PageLayout,
  PixelBox,
  RasterLine,
  RasterWord,
  RecognitionRequest,
  Recognizer,
  RecognizerPair,
  Stroke,
} from './ocr/recognizer.ts';
export { type RecognizerSuite, recognizerSuite } from './ocr/recognizer-suite.ts';
export type { Scan, ScanLine, ScanPage } from './ocr/scan.ts';
export { languageOfScript } from './ocr/script-languages.ts';
export { type OcrSettings, ocrSettingsFromEnvironment, ocrSettingsOf, withOcrSettings } from './ocr/settings.ts';
export { createTesseractJsRecognizer, type TesseractJsRecognizerOptions } from './ocr/tesseract-js-recognizer.ts';
export { unlessDamaged } from './ocr/unless-damaged.ts';
export { warnOfDoubts } from './ocr/warn-of-doubts.ts';
export { createWasmRecognizer, type WasmRecognizerOptions } from './ocr/wasm-recognizer.ts';
