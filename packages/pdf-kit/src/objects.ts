export { removeActiveContent } from './objects/active-content/remove-active-content.ts';
export { settleActiveContent } from './objects/active-content/settle-active-content.ts';
export { appearanceRefs } from './objects/appearance-refs.ts';
export { type AssemblyReport, type AssemblySettings, assemblePdf } from './objects/assembly/assemble-pdf.ts';
export type { AssemblySource } from './objects/assembly/assembly-source.ts';
export { attachmentBytes } from './objects/assembly/attachment-bytes.ts';
export { type DocumentStructure, readDocumentStructure } from './objects/assembly/document-structure.ts';
export type { PagePlace } from './objects/assembly/page-places.ts';
export { type OutlineNode, outlineTitle } from './objects/assembly/read-outline.ts';
export { type BytesOutput, createBytesOutput } from './objects/bytes-output.ts';
export { cidWidths } from './objects/cid-widths.ts';
export { completeAppearances, needsAppearances } from './objects/complete-appearances.ts';
export { warnOfContentBesidePages } from './objects/content-beside-pages.ts';
export { type ContentOperator, type Operand, readContentStream } from './objects/content-stream.ts';
export {
  type DecodedData,
  type DecodeOptions,
  decodeData,
  decodeStream,
  type StreamFilter,
  streamFilters,
} from './objects/decode-stream.ts';
export { isForPrivateData } from './objects/document-claims.ts';
export { dropPdfX } from './objects/drop-pdf-x.ts';
export { dropSignatures, forbidsBrokenSignatures } from './objects/drop-signatures.ts';
export { fontProgramKeys, hasFontProgram } from './objects/font-program.ts';
export { checkHazards, checkImages, collectHeavyPages, type HazardBounds, type HeavyPages } from './objects/hazards.ts';
export { createInflateBudget, type InflateBudget } from './objects/inflate-budget.ts';
export { inspectPdf, type PdfInspection } from './objects/inspect-pdf.ts';
export {
  type ContentStep,
  type GraphicsState,
  initialGraphicsState,
  interpretContent,
  resourceOf,
  shownTexts,
  softMaskGroup,
} from './objects/interpret-content.ts';
export { type OpenedPdf, type OpenPdfOptions, openPdf, type PdfRepair } from './objects/open-pdf.ts';
export { contentStreams, namedActualText } from './objects/page-content-streams.ts';
export type { PdfPage } from './objects/page-tree.ts';
export { type PageWeights, pageWeights } from './objects/page-weights.ts';
export type { PdfLimits } from './objects/pdf-source.ts';
export {
  createPdfWriter,
  type PdfWriter,
  type PdfWriterSettings,
  type StoredContents,
  type StreamContents,
  type TrailerEntries,
} from './objects/pdf-writer.ts';
export { type CMapRange, type PredefinedCMap, readPredefinedCMap } from './objects/predefined-cmap.ts';
export { type PrescanOptions, type PrescanResult, prescan, refuseHazards } from './objects/prescan.ts';
export { rebuildPdf } from './objects/rebuild-pdf.ts';
export { type RepairedPdf, repairPdf, warnOfRepair } from './objects/repair-pdf.ts';
export { type SerializeSettings, serializeObject, serializeStreamDict } from './objects/serialize-object.ts';
export { textBytes } from './objects/text-bytes.ts';
export {
  anyEntry,
  arrayItems,
  asDict,
  booleanEntry,
  dictOrStreamEntry,
  nameEntry,
  numberEntry,
  numbersEntry,
  pdfArrayEntry,
  streamEntry,
} from './objects/typed-entries.ts';
export { undoPredictor } from './objects/undo-predictor.ts';
export { walkObjects } from './objects/walk-objects.ts';
export { withoutElements } from './objects/without-elements.ts';
export { type IccTag, writeIccProfile } from './objects/write-icc-profile.ts';
export { permanentId, type WritablePdf, writePdf } from './objects/write-pdf.ts';
