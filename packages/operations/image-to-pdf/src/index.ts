export type { DecodedHeic, HeicDecoder } from './heic-decoder.ts';
export {
  createImageToPdf,
  type ImageToPdfOptions,
  type ImageToPdfSettings,
  imageToPdf,
  imageToPdfOptions,
} from './operation.ts';
