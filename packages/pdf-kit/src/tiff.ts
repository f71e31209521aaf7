export {
  type DirectoryPlace,
  readTiffDirectories,
  type TiffDirectory,
  type TiffField,
  tiffTags,
} from './tiff/tiff-directory.ts';
export { createTiffFile, type TiffFile } from './tiff/tiff-file.ts';
export { shorts, type TiffPage, writeTiff } from './tiff/write-tiff.ts';
