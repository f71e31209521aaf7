import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { ocr } from '@platen/ocr';
import { installedLanguages, ocrSettingsFromEnvironment } from '@platen/pdf-kit/ocr-settings';
import type { Benchmark, Figure } from './benchmark.ts';
import { copyFigures } from './ocr/copy-figures.ts';
import { errorFigures } from './ocr/error-figures.ts';
import type { OcrBench } from './ocr/ocr-bench.ts';
import { positionFigures } from './ocr/position-figures.ts';
import { readScans } from './ocr/scan-corpus.ts';
import { sideBySide } from './ocr/side-by-side.ts';
import { speedFigures } from './ocr/speed-figures.ts';

/** The parts in the order of the report; `PLATEN_OCR_PARTS` names those to run, separated by commas. */
const parts: Readonly<Record<string, (bench: OcrBench) => Promise<readonly Figure[]>>> = {
  speed: speedFigures,
  errors: errorFigures,
  scans: sideBySide,
  copying: copyFigures,
  positions: positionFigures,
};

/** How well and how fast scans are read, and how the searchable PDF copies. */
export const benchmark: Benchmark = {
  name: 'ocr',
  description:
    'Twenty pages at 300 dpi on two child processes against `ocrmypdf --jobs 2`; error of the scans of a corpus ' +
    '(`PLATEN_CORPUS`) by group, against Debian’s tesseract and ocrmypdf (`--deskew --rotate-pages`); real scans page by page beside ' +
    'tesseract; error of what ' +
    'three readers copy from the searchable PDF; distance of its words from those of born-digital originals. ' +
    'Languages other than English are read with the data in `PLATEN_OCR_LANGUAGES`. `PLATEN_OCR_PARTS=errors,copying` ' +
    `runs some of the parts: ${Object.keys(parts).join(', ')}.`,
  async run() {
    const wanted = process.env.PLATEN_OCR_PARTS?.split(',') ?? Object.keys(parts);
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-ocr-'));
    const engine = createEngine({ operations: [ocr], executor: createProcessExecutor({ processes: 2 }) });
    try {
      const scans = await readScans(await installedLanguages(ocrSettingsFromEnvironment().languageFolders));
      const figures: Figure[] = [];
      for (const [name, measure] of Object.entries(parts)) {
        if (wanted.includes(name)) figures.push(...(await measure({ engine, scans, folder })));
      }
      return figures;
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
};
