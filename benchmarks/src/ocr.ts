import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversionEngine } from '@platen/core';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { ocr } from '@platen/ocr';
import { installedLanguages, ocrSettingsFromEnvironment } from '@platen/pdf-kit/ocr-settings';
import type { Benchmark, Figure } from './benchmark.ts';
import { readers } from './ocr/copied-text.ts';
import { bindScans, drawScan } from './ocr/draw-scans.ts';
import { readByOcrMyPdf, readByTesseract, timeOcrMyPdf } from './ocr/peer-programs.ts';
import { type CorpusScan, corpusFolder, readScans } from './ocr/scan-corpus.ts';
import { type TextError, textError } from './ocr/text-error.ts';
import { positionErrors } from './ocr/word-positions.ts';

/** Percent of characters. */
const errorTargets: Readonly<Record<string, number>> = {
  clean: 1,
  'low resolution': 2,
  'skew 2°': 2,
  'skew 7°': 2,
  'rotated 90°': 2,
  'rotated 180°': 2,
};
const copiedScans = ['syn_en_serif_200', 'syn_zh_200', 'syn_ar_200', 'syn_he_200'];
const originals = ['demo-text', 'tracemonkey', 'multicolumn', '2305_03393v1-pg9'];
const timedScans = ['syn_en_serif_300', 'syn_en_small_300', 'syn_en_table_300', 'linn', 'meditations'];
const timedRounds = 4;

/** How well and how fast scans are read, and how the searchable PDF copies. */
export const benchmark: Benchmark = {
  name: 'ocr',
  description:
    'Error of the scans of a corpus (`PLATEN_CORPUS`) by group, against Debian’s tesseract and ocrmypdf (`--deskew ' +
    '--rotate-pages`); error of what three readers copy from the searchable PDF; distance of its words from those of ' +
    'born-digital originals; twenty pages at 300 dpi on two child processes against `ocrmypdf --jobs 2`. Languages ' +
    'other than English are read with the data in `PLATEN_OCR_LANGUAGES`.',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-ocr-'));
    const engine = createEngine({ operations: [ocr], executor: createProcessExecutor({ processes: 2 }) });
    try {
      const scans = await readScans(await installedLanguages(ocrSettingsFromEnvironment().languageFolders));
      return [
        ...(await errorFigures(engine, scans, folder)),
        ...(await copyFigures(engine, scans, folder)),
        ...(await positionFigures(engine, folder)),
        ...(await speedFigures(engine, scans, folder)),
      ];
    } finally {
      await engine.stop();
      await rm(folder, { recursive: true });
    }
  },
};

interface Reading {
  readonly group: string;
  readonly ours: TextError;
  readonly tesseract: TextError;
  readonly ocrMyPdf: TextError;
}

async function errorFigures(engine: ConversionEngine, scans: readonly CorpusScan[], folder: string): Promise<Figure[]> {
  const readings: Reading[] = [];
  for (const scan of scans) {
    const { path, language, truth, group } = scan;
    const score = (text: string) => textError(text, truth, language);
    await using converted = await engine.convert(ocr, path, { language, output: 'txt' });
    readings.push({
      group,
      ours: score(await readFile(converted.outputs[0]?.path ?? '', 'utf8')),
      tesseract: score(await readByTesseract(scan)),
      ocrMyPdf: score(await readByOcrMyPdf(scan, folder)),
    });
  }
  return [...Map.groupBy(readings, ({ group }) => group)].flatMap(([group, members]) => groupFigures(group, members));
}

function groupFigures(group: string, members: readonly Reading[]): readonly Figure[] {
  const mean = (reader: 'ours' | 'tesseract' | 'ocrMyPdf', unit: keyof TextError) =>
    (100 * members.reduce((sum, member) => sum + member[reader][unit], 0)) / members.length;
  const ours = mean('ours', 'characters');
  const target = errorTargets[group];
  const name = `${group} (${members.length})`;
  return [
    { name: `${name}: characters`, unit: '%', ours, peer: null, ...(target === undefined ? {} : { target }) },
    ...against(`${name}: characters`, ours, mean('tesseract', 'characters'), 'tesseract'),
    ...against(`${name}: characters`, ours, mean('ocrMyPdf', 'characters'), 'ocrmypdf'),
    ...against(`${name}: words`, mean('ours', 'words'), mean('tesseract', 'words'), 'tesseract'),
  ];
}

/** A comparison, where the peer made an error at all. */
function against(name: string, ours: number, peer: number, peerName: string): readonly Figure[] {
  return peer === 0 ? [] : [{ name, unit: '%', ours, peer, peerName }];
}

async function copyFigures(engine: ConversionEngine, scans: readonly CorpusScan[], folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const scan of scans.filter(({ id }) => copiedScans.includes(id))) {
    const { id, language, truth } = scan;
    const ours = await searchable(engine, scan.path, join(folder, `${id}-ours.pdf`), language);
    for (const [reader, copy] of Object.entries(readers)) {
      const error = async (pdf: string) => 100 * textError(await copy(pdf), truth, language).characters;
      const peer = await error(join(folder, `${id}.pdf`));
      const compared = peer === 0 ? { peer: null } : { peer, peerName: 'ocrmypdf' };
      figures.push({ name: `${language} copied by ${reader}`, unit: '%', ours: await error(ours), ...compared });
    }
  }
  return figures;
}

async function positionFigures(engine: ConversionEngine, folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of originals) {
    const original = join(corpusFolder(), 'documents', 'docs', `${name}.pdf`);
    const scan = { id: name, path: await drawScan(original, folder, name), dpi: 300, language: 'eng' };
    const ours = median(await positionErrors(original, await searchable(engine, scan.path, `${scan.path}.pdf`, 'eng')));
    await readByOcrMyPdf({ ...scan, truth: '', group: '' }, folder);
    const peer = median(await positionErrors(original, join(folder, `${name}.pdf`)));
    figures.push(
      { name: `words of ${name}, median distance`, unit: 'pt', ours, peer: null, target: 1.5 },
      { name: `words of ${name}, median distance`, unit: 'pt', ours, peer, peerName: 'ocrmypdf' },
    );
  }
  return figures;
}

async function speedFigures(engine: ConversionEngine, scans: readonly CorpusScan[], folder: string): Promise<Figure[]> {
  const images = scans.filter(({ id }) => timedScans.includes(id)).map(({ path }) => path);
  const input = await bindScans(images, timedRounds, join(folder, 'twenty.pdf'));
  const peer = await timeOcrMyPdf(input, join(folder, 'twenty-peer.pdf'));
  const start = performance.now();
  await searchable(engine, input, join(folder, 'twenty-ours.pdf'), 'eng');
  const ours = (performance.now() - start) / 1000;
  const name = `${images.length * timedRounds} pages at 300 dpi, two at a time`;
  return [{ name, unit: 's', ours, peer, peerName: 'ocrmypdf', target: 0.9 }];
}

/** Writes the searchable PDF of a file to `path`, and gives that path. */
async function searchable(engine: ConversionEngine, input: string, path: string, language: string): Promise<string> {
  await using converted = await engine.convert(ocr, input, { language });
  await copyFile(converted.outputs[0]?.path ?? '', path);
  return path;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
