import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paintProse, paintReport, paintSlide, paintStatement, paintTitle } from './draw-pages.ts';
import { encodeJpeg } from './encode-jpeg.ts';
import { bindScans, makeDocument, makeForm, makeSlides, type ScanKind } from './make-pdf.ts';
import { makePhotograph, scanPages } from './make-pictures.ts';

/** What a generated file is like. */
export type CorpusKind = 'text' | 'report' | 'statement' | 'form' | 'scan' | 'photograph' | 'slides' | 'tiny';

/** A file that is generated: the same bytes each time and on each machine. */
export interface CorpusFile {
  /** Kind, number and extension, such as `report-50.pdf`. */
  readonly name: string;
  readonly kind: CorpusKind;
  /** Pages of a PDF; 1 for a picture. */
  readonly pages: number;
  /** Whether it belongs to a quick run: what takes no longer than a second or two by any operation. */
  readonly isQuick: boolean;
  /** Makes it; what it writes meanwhile is in `folder`. */
  make(folder: string): Promise<Buffer>;
}

/** Changes with the bytes of any file: folders of older ones are not used any more. */
const version = 1;

const documents = [
  ['text', paintProse, [1, 10, 100, 1000]],
  ['report', paintReport, [3, 50, 300]],
  ['statement', paintStatement, [1, 12, 120]],
] as const;

/** Every file that is generated, from 1 to 1 000 pages. */
export const corpus: readonly CorpusFile[] = [
  ...documents.flatMap(([kind, paint, counts]) =>
    counts.map((pages) => file(kind, `${pages}.pdf`, pages, () => makeDocument({ seed: pages, pages, paint }))),
  ),
  ...Array.from({ length: 10 }, (_, index) =>
    file('tiny', `${index}.pdf`, 1, () => makeDocument({ seed: index, pages: 1, paint: paintTitle })),
  ),
  ...[1, 4].map((pages) => file('form', `${pages}.pdf`, pages, () => makeForm({ seed: 1, pages, paint: paintTitle }))),
  ...[20].map((pages) =>
    file('slides', `${pages}.pdf`, pages, () => makeSlides({ seed: 1, pages, paint: paintSlide })),
  ),
  ...[1, 3].flatMap((pages) => (['gray', 'color', 'bilevel'] as const).map((scan) => scanFile(scan, pages))),
  ...[1, 2, 3, 4].map((seed) => photograph(seed, 1600, 1200)),
  photograph(5, 4000, 3000),
];

function file(kind: CorpusKind, rest: string, pages: number, make: CorpusFile['make']): CorpusFile {
  return { name: `${kind}-${rest}`, kind, pages, isQuick: pages <= 12, make };
}

function scanFile(scan: ScanKind, pages: number): CorpusFile {
  return {
    ...file('scan', `${scan}-${pages}.pdf`, pages, async (folder) => {
      const paint = scan === 'color' ? paintReport : paintProse;
      const document = await makeDocument({ seed: pages, pages, paint });
      const path = join(folder, `.drawn-${scan}-${pages}.pdf`);
      return bindScans(await scanPages(document, scan === 'color' ? 3 : 1, path), scan);
    }),
    isQuick: pages === 1,
  };
}

function photograph(seed: number, width: number, height: number): CorpusFile {
  const make = async () => encodeJpeg(makePhotograph(width, height, seed), { quality: 85, dpi: 300 });
  return { ...file('photograph', `${seed}.jpg`, 1, make), isQuick: width < 2000 };
}

/**
 * Makes the files below `parent`, in a folder for this version of them; those that are there are kept. Gives their paths,
 * in order. Several processes may do so at once.
 */
export async function writeCorpus(parent: string, files: readonly CorpusFile[]): Promise<readonly string[]> {
  const folder = join(parent, `corpus-${version}`);
  await mkdir(folder, { recursive: true });
  const paths: string[] = [];
  for (const { name, make } of files) {
    const path = join(folder, name);
    paths.push(path);
    if (existsSync(path)) continue;
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, await make(folder));
    await rename(unfinished, path);
  }
  return paths;
}
