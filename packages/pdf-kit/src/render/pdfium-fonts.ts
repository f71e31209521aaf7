import { readFileSync } from 'node:fs';
import type { Methods } from '@embedpdf/pdfium';
import type { FontFace } from './font-file.ts';
import { type HostFonts, hostCharsets, readHostFonts } from './host-fonts.ts';
import type { PdfiumRuntime } from './pdfium-runtime.ts';

/** A font that a document needed and neither it nor this machine has. */
export interface MissingFont {
  readonly name: string;
  /** The script it was wanted for, such as "Japanese". */
  readonly script: string;
}

/** Which fonts were missing while something was drawn. */
export interface MissingFonts {
  /** The fonts missed since the last call. */
  take(): readonly MissingFont[];
}

/** Bits of the pitch and family argument (fpdf_sysfontinfo.h). */
const fixedPitchFlag = 1;
const romanFlag = 1 << 4;

/** "ttcf" as a table tag: PDFium asks for it to learn whether a font is one of a collection. */
const collectionTag = 0x74746366;

/**
 * Offers the fonts of this machine to PDFium (FPDF_SYSFONTINFO, version 1), which has none of its own but the standard
 * fourteen. They are listed when first asked for, and a font's file is read when it is used.
 */
export function installHostFonts(api: Methods, runtime: PdfiumRuntime): MissingFonts {
  let fonts: HostFonts | undefined;
  let missing: MissingFont[] = [];
  const chosen: { readonly face: FontFace; readonly charset: number }[] = [];
  const files = createFileCache();

  const mapFont = (_self = 0, weight = 0, italic = 0, charset = 0, pitchFamily = 0, namePointer = 0): number => {
    fonts ??= readHostFonts();
    const name = runtime.UTF8ToString(namePointer);
    const face = fonts.find({
      name,
      weight: weight || 400,
      italic: italic !== 0,
      serif: (pitchFamily & romanFlag) !== 0,
      fixedPitch: (pitchFamily & fixedPitchFlag) !== 0,
      charset,
    });
    const script = hostCharsets[charset]?.name;
    if (face === null && script !== undefined) missing.push({ name, script });
    return face === null ? 0 : chosen.push({ face, charset });
  };
  const fontData = (_self = 0, handle = 0, table = 0, target = 0, targetBytes = 0): number => {
    const face = chosen[handle - 1]?.face;
    if (face === undefined || (table !== 0 && table !== collectionTag)) return 0;
    if (table === collectionTag && face.offset === 0) return 0;
    const file = files.read(face.path);
    // As on Windows, table 0 is the rest of the file from where this face begins.
    const bytes = table === collectionTag ? file : file.subarray(face.offset);
    if (target !== 0 && targetBytes >= bytes.byteLength) {
      runtime.HEAPU8.set(bytes, target);
      files.leave(face.path);
    }
    return bytes.byteLength;
  };
  const faceName = (_self = 0, handle = 0, target = 0, targetBytes = 0): number => {
    const bytes = Buffer.from(`${chosen[handle - 1]?.face.family ?? ''}\0`, 'utf8');
    if (target !== 0 && targetBytes >= bytes.byteLength) runtime.HEAPU8.set(bytes, target);
    return bytes.byteLength;
  };

  const functions: readonly (readonly [(...values: number[]) => number | undefined, string])[] = [
    [() => undefined, 'vi'],
    [() => undefined, 'vii'],
    [mapFont, 'iiiiiiii'],
    [() => 0, 'iii'],
    [fontData, 'iiiiii'],
    [faceName, 'iiiii'],
    [(_self, handle = 0) => chosen[handle - 1]?.charset ?? 0, 'iii'],
    [() => undefined, 'vii'],
  ];
  const structure = runtime.wasmExports.malloc(4 + functions.length * 4);
  runtime.setValue(structure, 1, 'i32');
  for (const [index, [callback, signature]] of functions.entries()) {
    runtime.setValue(structure + 4 + index * 4, runtime.addFunction(callback, signature), 'i32');
  }
  api.FPDF_SetSystemFontInfo(structure);
  return {
    take() {
      const taken = missing;
      missing = [];
      return taken;
    },
  };
}

/** Files that every other document asks for again are of this size; those of a whole script are ten times as large. */
const maxKeptBytes = 1024 * 1024;
const maxKeptFiles = 8;

/** The font files that were read last: PDFium asks twice for each, and again for the next document. */
function createFileCache() {
  const kept = new Map<string, Uint8Array>();
  return {
    read(path: string): Uint8Array {
      const bytes = kept.get(path) ?? readFileSync(path);
      if (kept.size >= maxKeptFiles && !kept.has(path)) kept.clear();
      kept.set(path, bytes);
      return bytes;
    },
    /** PDFium has a copy of its own now. */
    leave(path: string): void {
      if ((kept.get(path)?.byteLength ?? 0) > maxKeptBytes) kept.delete(path);
    },
  };
}
