import { readFile } from 'node:fs/promises';
import { ocr } from '@platen/ocr';
import type { Figure } from '../benchmark.ts';
import type { OcrBench } from './ocr-bench.ts';
import { readByOcrMyPdf, readByTesseract } from './peer-programs.ts';
import { type TextError, textError } from './text-error.ts';

/** Percent of characters, the mean of a group. */
const targets: Readonly<Record<string, number>> = {
  clean: 1,
  'low resolution': 2,
  'skew 2°': 2,
  'skew 7°': 2,
  'rotated 90°': 2,
  'rotated 180°': 2,
};

interface Reading {
  readonly group: string;
  readonly ours: TextError;
  readonly tesseract: TextError;
  readonly ocrMyPdf: TextError;
}

type Reader = 'ours' | 'tesseract' | 'ocrMyPdf';

/** Characters and words read wrong, the mean of each group of scans. */
export async function errorFigures({ engine, scans, folder }: OcrBench): Promise<readonly Figure[]> {
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
  const mean = (reader: Reader, unit: keyof TextError) =>
    (100 * members.reduce((sum, member) => sum + member[reader][unit], 0)) / members.length;
  const name = `${group} (${members.length})`;
  const target = targets[group];
  const ours = mean('ours', 'characters');
  const judgedAlone =
    target === undefined ? [] : [{ name: `${name}, characters`, unit: '%', ours, peer: null, target }];
  const compared = (['characters', 'words'] as const).flatMap((unit) =>
    (['tesseract', 'ocrMyPdf'] as const).map((peer) => ({
      name: `${name}, ${unit}`,
      unit: '%',
      ours: mean('ours', unit),
      peer: mean(peer, unit),
      peerName: peer.toLowerCase(),
    })),
  );
  return [...judgedAlone, ...compared];
}
