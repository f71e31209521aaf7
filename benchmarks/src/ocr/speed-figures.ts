import { join } from 'node:path';
import { watchChildMemory } from '@platen/cli/bench';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { ocr } from '@platen/ocr';
import type { Figure } from '../benchmark.ts';
import { bindScans } from './draw-scans.ts';
import { makeSearchable, type OcrBench } from './ocr-bench.ts';
import { timeOcrMyPdf } from './peer-programs.ts';

const timedScans = ['syn_en_serif_300', 'syn_en_small_300', 'syn_en_table_300', 'linn', 'meditations'];
const timedRounds = 4;

/** Wall time of one page, cold and warm, and of twenty on two worker processes; memory of a worker meanwhile. */
export async function speedFigures({ scans, folder }: OcrBench): Promise<readonly Figure[]> {
  const images = scans.filter(({ id }) => timedScans.includes(id)).map(({ path }) => path);
  const onePage = await bindScans(images.slice(0, 1), 1, join(folder, 'one.pdf'));
  const twentyPages = await bindScans(images, timedRounds, join(folder, 'twenty.pdf'));
  // An engine of its own: the first page must meet processes that have not read any yet.
  const engine = createEngine({ operations: [ocr], executor: createProcessExecutor({ processes: 2 }) });
  try {
    const time = async (input: string, name: string) => {
      const start = performance.now();
      await makeSearchable({ engine, folder }, input, name, 'eng');
      return (performance.now() - start) / 1000;
    };
    const cold = await time(onePage, 'cold');
    const warm = await time(onePage, 'warm');
    const onePagePeer = await timeOcrMyPdf(onePage, join(folder, 'one-peer.pdf'));
    // Both processes have read pages before the twenty are timed.
    await time(await bindScans(images.slice(0, 2), 2, join(folder, 'four.pdf')), 'four');
    const memory = watchChildMemory();
    const ours = await time(twentyPages, 'twenty');
    const peakMegabytes = memory.stop();
    const peer = await timeOcrMyPdf(twentyPages, join(folder, 'twenty-peer.pdf'));
    const peerName = 'ocrmypdf --jobs 2';
    const pages = `${images.length * timedRounds} pages at 300 dpi`;
    return [
      { name: `${pages}, two at a time`, unit: 's', ours, peer, peerName, target: 0.9 },
      { name: 'one page, cold', unit: 's', ours: cold, peer: onePagePeer, peerName },
      { name: 'one page, warm', unit: 's', ours: warm, peer: onePagePeer, peerName },
      { name: `most memory of a worker over ${pages}`, unit: 'MB', ours: peakMegabytes, peer: null },
    ];
  } finally {
    await engine.stop();
  }
}
