export type { DecodedHeic, HeicDecoder } from './heic-decoder.ts';
export type { ImageToPdfOptions } from './image-to-pdf-options.ts';
export {
  createImageToPdf,
  type ImageToPdfSettings,
  imageToPdf,
  imageToPdfOptions,
  type ResolvedImageToPdfOptions,
} from './operation.ts';
