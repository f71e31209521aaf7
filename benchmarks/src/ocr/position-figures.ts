import { join } from 'node:path';
import { median } from '@platen/cli/bench';
import type { Figure } from '../benchmark.ts';
import { drawScan } from './draw-scans.ts';
import { makeSearchable, type OcrBench } from './ocr-bench.ts';
import { readByOcrMyPdf } from './peer-programs.ts';
import { corpusFolder } from './scan-corpus.ts';
import { positionErrors } from './word-positions.ts';

const originals = ['demo-text', 'tracemonkey', 'multicolumn', '2305_03393v1-pg9'];
const targetPt = 1.5;

/** How far the words of a searchable PDF stand from those of the born-digital page that its picture was drawn from. */
export async function positionFigures(bench: OcrBench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const name of originals) {
    const original = join(corpusFolder(), 'documents', 'docs', `${name}.pdf`);
    const scan = { id: name, path: await drawScan(original, bench.folder, name), dpi: 300, language: 'eng' };
    const ours = median(await positionErrors(original, await makeSearchable(bench, scan.path, name, 'eng')));
    await readByOcrMyPdf({ ...scan, truth: '', group: '', kind: 'synthetic' }, bench.folder);
    const peer = median(await positionErrors(original, join(bench.folder, `${name}.pdf`)));
    const figure = { name: `words of ${name}, median distance`, unit: 'pt', ours };
    figures.push({ ...figure, peer: null, target: targetPt }, { ...figure, peer, peerName: 'ocrmypdf' });
  }
  return figures;
}
