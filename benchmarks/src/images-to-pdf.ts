import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { imageToPdf } from '@platen/image-to-pdf';
import { openRenderer } from '@platen/pdf-kit/render';
import sharp from 'sharp';
import type { Benchmark, Figure } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { median, type Times, timed } from './timed.ts';
import { type ShellTimes, timedShell } from './timed-shell.ts';

const photos = 50;
const screenshots = 20;
const rounds = 3;
const commandLine = new URL('../../packages/cli/bin/platen.js', import.meta.url).pathname;
const growthScript = new URL('./images-to-pdf-alone.ts', import.meta.url).pathname;

/** Needs img2pdf on the path, and the packages built: the command line is measured as a user runs it. */
export const benchmark: Benchmark = {
  name: 'images-to-pdf',
  description: `${photos} photos of 12 megapixels (JPEG) and ${screenshots} screenshots of documents (PNG, half of them RGBA) to one PDF each.`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'platen-bench-images-'));
    try {
      const sets = { photos: await makePhotos(folder), screenshots: await makeScreenshots(folder) };
      const figures: Figure[] = [];
      for (const [name, files] of Object.entries(sets)) figures.push(...(await compare(name, files, folder)));
      return figures;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function compare(name: string, files: readonly string[], folder: string): Promise<readonly Figure[]> {
  const engine = createEngine({ operations: [imageToPdf], executor: createThreadExecutor({ threads: 1 }) });
  const convert = () =>
    engine.convert(imageToPdf, files, {}, { limits: { maxFiles: files.length, maxRequestBytes: 2 ** 40 } });
  let sizeBytes = 0;
  const warm = async () => {
    await using result = await convert();
    sizeBytes = result.outputs[0]?.sizeBytes ?? 0;
  };
  await warm();
  const path = join(folder, `${name}.pdf`);
  const peerPath = join(folder, `${name}-peer.pdf`);
  const ours: Times[] = [];
  const peers: ShellTimes[] = [];
  // Taken in turns, so that whatever else the machine does hits both.
  for (let round = 0; round < rounds; round++) {
    ours.push(await timed(warm));
    peers.push(await timedShell(`img2pdf -o ${peerPath} ${files.join(' ')}`));
  }
  await engine.stop();
  const alone = await timedShell(
    `${process.execPath} ${commandLine} convert image/to-pdf ${files.join(' ')} -o ${path}`,
  );
  const growth = await promisify(execFile)(process.execPath, [growthScript, ...files]);
  const idlePeer = await timedShell('img2pdf --version');
  const [wallMs, cpuMs] = [median(peers, 'wallMs'), median(peers, 'cpuMs')];
  const peak = Math.max(...peers.map(({ peakMegabytes }) => peakMegabytes));
  const against = (figure: Omit<Figure, 'peerName'>): Figure => ({ ...figure, peerName: 'img2pdf' });
  return [
    against({ name: `${name}, warm`, unit: 'ms', ours: median(ours, 'wallMs'), peer: wallMs, target: 0.5 }),
    against({ name: `${name}, warm, processor time`, unit: 'ms', ours: median(ours, 'cpuMs'), peer: cpuMs }),
    against({ name: `${name}, cold`, unit: 'ms', ours: alone.wallMs, peer: wallMs }),
    against({ name: `${name}, memory of a process`, unit: 'MB', ours: alone.peakMegabytes, peer: peak, target: 0.5 }),
    against({
      name: `${name}, memory on top of the idle process`,
      unit: 'MB',
      ours: Number(growth.stdout),
      peer: peak - idlePeer.peakMegabytes,
    }),
    against({ name: `${name}, size`, unit: 'bytes', ours: sizeBytes, peer: (await stat(peerPath)).size, target: 1 }),
  ];
}

/** Pictures with the detail of a photo: a gradient under noise of two scales. The noise is the same in each run. */
async function makePhotos(folder: string): Promise<readonly string[]> {
  await mkdir(join(folder, 'photos'));
  const [width, height] = [4000, 3000];
  const grain = Buffer.alloc((width / 4) * (height / 4) * 3);
  let seed = 1;
  for (let index = 0; index < grain.length; index++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    grain[index] = 96 + ((seed >> 16) & 63) + (index * 64) / grain.length;
  }
  const files: string[] = [];
  for (let photo = 0; photo < photos; photo++) {
    const path = join(folder, 'photos', `photo-${String(photo).padStart(2, '0')}.jpg`);
    await sharp(grain, { raw: { width: width / 4, height: height / 4, channels: 3 } })
      .resize(width, height)
      .modulate({ hue: photo * 7 })
      .jpeg({ quality: 85 })
      .withMetadata({ density: 300, orientation: photo % 2 === 0 ? 1 : 6 })
      .toFile(path);
    files.push(path);
  }
  return files;
}

async function makeScreenshots(folder: string): Promise<readonly string[]> {
  await mkdir(join(folder, 'screenshots'));
  const files: string[] = [];
  for (const pdf of (await corpusFiles('.pdf')).slice(0, screenshots)) {
    const renderer = await openRenderer(pdf);
    const page = await renderer.renderPage(1, { width: 1920 });
    const path = join(folder, 'screenshots', `screen-${String(files.length).padStart(2, '0')}.png`);
    const image = sharp(page.data, { raw: { width: page.width, height: page.height, channels: page.channels } });
    if (files.length % 2 === 1) image.ensureAlpha();
    await image.png().toFile(path);
    renderer.close();
    files.push(path);
  }
  return files;
}
