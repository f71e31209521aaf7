import { isReadDifferently } from '@platen/pdf-kit/fonts';
import type { PDFDict } from '@platen/pdf-kit/pdf-lib';
import { countAnnotations } from './check/count-annotations.ts';
import { readPageGlyphs } from './check/page-glyphs.ts';
import {
  createDocumentBuilder,
  type DocumentBuilder,
  maxStreamBytes,
  openSource,
  type PreparedDocument,
  prepareDocument,
} from './compress-document.ts';
import { type CompressTask, sourceOf } from './compress-task.ts';
import type { DocumentUsage } from './content/document-usage.ts';

/**
 * Documents with more annotations and fields are compared without them. PDFium allocates 15 KB for each annotation, and compares
 * every field with every other: 20 000 take 300 MB, or a minute.
 */
const maxDrawnAnnotations = 5_000;

/** The document to compress, opened once for all attempts, and what each of them has to know of it. */
export interface OriginalDocument {
  /** Its file. */
  readonly path: string;
  readonly prepared: PreparedDocument;
  readonly build: DocumentBuilder;
  /** What each page shows, according to the objects: see `readPageGlyphs`. */
  readonly glyphs: readonly string[];
  /** Pages, from 1, with fonts that renderers read differently. */
  readonly readDifferently: ReadonlySet<number>;
  /** Whether annotations are drawn when pages are compared. */
  readonly drawsAnnotations: boolean;
}

export async function readOriginal(task: CompressTask, copyPath: string | null): Promise<OriginalDocument> {
  const source = sourceOf(task, copyPath);
  const prepared = prepareDocument(await openSource(source), task.limits);
  return {
    path: source.path,
    prepared,
    build: createDocumentBuilder(prepared),
    glyphs: await readPageGlyphs(prepared.usage, maxStreamBytes(task.limits)),
    readDifferently: pagesReadDifferently(prepared.usage),
    drawsAnnotations: countAnnotations(prepared, maxDrawnAnnotations) <= maxDrawnAnnotations,
  };
}

function pagesReadDifferently({ pageText }: DocumentUsage): ReadonlySet<number> {
  const doubtful = new Map<PDFDict, boolean>();
  const isDoubtful = (font: PDFDict) => {
    const known = doubtful.get(font) ?? isReadDifferently(font);
    doubtful.set(font, known);
    return known;
  };
  const found = pageText.map((texts) => [...texts].some((fonts) => [...fonts.keys()].some(isDoubtful)));
  return new Set(found.flatMap((isFound, index) => (isFound ? [index + 1] : [])));
}
