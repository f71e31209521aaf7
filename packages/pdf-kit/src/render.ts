export { hasCanvas } from './render/canvas-document.ts';
export type { FontFace } from './render/font-file.ts';
export { type FontRequest, fontFolders, type HostFonts, missingScripts, readHostFonts } from './render/host-fonts.ts';
export { openRenderer } from './render/open-renderer.ts';
export type { PageRegion, PageSize, RenderScale } from './render/page-geometry.ts';
export type {
  PdfRenderer,
  PixelKind,
  RenderedPage,
  RendererOptions,
  RenderOptions,
  RenderWarning,
} from './render/renderer.ts';
export { readSerifFont } from './standard-font.ts';
