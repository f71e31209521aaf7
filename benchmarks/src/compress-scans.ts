import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEngine, createThreadExecutor } from '@platen/engine';
import { imageToPdf } from '@platen/image-to-pdf';
import { openRenderer } from '@platen/pdf-kit/render';
import sharp from 'sharp';
import type { Figure } from './benchmark.ts';
import { createRandom } from './generated-tables/random.ts';
import { ghostscriptCompress } from './ghostscript.ts';
import { scriptCommand, timedShell } from './timed-shell.ts';

const dpi = 300;
/** What paper and a lamp make of white, and how much darker the far corner is. */
const paper = [0.97, 0.96, 0.91] as const;
const falloff = 0.06;
/** Standard deviation of the noise of a scanner, of 255. */
const noise = 4;
const turns = 3;

/**
 * One page as a colour scan at 300 dpi, compressed by whole processes, in turns: `platen convert` as built, and gs. Without a
 * colour profile, and with sRGB as scanners attach it, by which gs converts every pixel.
 */
export async function measureScans(document: string, folder: string): Promise<readonly Figure[]> {
  const plain = await scanOf(document);
  const profiled = await sharp(plain).withIccProfile('srgb').withDensity(dpi).jpeg({ quality: 85 }).toBuffer();
  return [
    ...(await measureScan('scan', plain, folder)),
    ...(await measureScan('scan with a profile', profiled, folder)),
  ];
}

async function measureScan(name: string, jpeg: Uint8Array, folder: string): Promise<readonly Figure[]> {
  const [source, ours, theirs] = [join(folder, 'scan.pdf'), join(folder, 'scan-ours.pdf'), join(folder, 'scan-gs.pdf')];
  await writePdf(jpeg, folder, source);
  const [mine, peer]: [number[], number[]] = [[], []];
  let peakMegabytes = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const times = await timedShell(
      `${scriptCommand('../../packages/cli/bin/platen.js')} convert pdf/compress '${source}' -o '${ours}'`,
    );
    mine.push(times.cpuMs);
    peakMegabytes = Math.max(peakMegabytes, times.peakMegabytes);
    peer.push((await timedShell(ghostscriptCompress(source, theirs))).cpuMs);
  }
  const bytes = (await stat(source)).size;
  return [
    {
      name: `${name}, processor time`,
      unit: 's',
      ours: Math.min(...mine) / 1000,
      peer: Math.min(...peer) / 1000,
      peerName: 'gs',
      target: 2,
    },
    { name: `${name}, memory`, unit: 'MB', ours: peakMegabytes, peer: null, target: 200 },
    {
      name: `${name}, share of the original`,
      unit: '',
      ours: (await stat(ours)).size / bytes,
      peer: null,
      target: 0.05,
    },
  ];
}

/** The first page of a document as a scanner would have it: a little blurred, on paper that is not quite white, with noise. */
async function scanOf(document: string): Promise<Buffer> {
  const renderer = await openRenderer(document);
  try {
    const page = await renderer.renderPage(1, { dpi });
    const { width, height } = page;
    const raw = { width, height, channels: 3 } as const;
    const blurred = await sharp(Buffer.from(page.data), { raw }).blur(0.8).raw().toBuffer();
    const scanned = Buffer.from(addPaper(blurred, width, height));
    return await sharp(scanned, { raw }).jpeg({ quality: 85 }).withDensity(dpi).toBuffer();
  } finally {
    renderer.close();
  }
}

function addPaper(pixels: Uint8Array, width: number, height: number): Uint8ClampedArray {
  const scanned = new Uint8ClampedArray(pixels.length);
  const random = createRandom(1);
  const even = () => random.integer(-1000, 1000) / 1000;
  for (let at = 0; at < pixels.length; at += 3) {
    const x = ((at / 3) % width) / width;
    const y = at / 3 / width / height;
    // Three even values add up to one that is near enough to normal, with a variance of 1.
    const grain = noise * (even() + even() + even());
    for (let channel = 0; channel < 3; channel += 1) {
      const light = (paper[channel] as number) * (1 - (falloff * (x + y)) / 2);
      scanned[at + channel] = (pixels[at + channel] as number) * light + grain;
    }
  }
  return scanned;
}

async function writePdf(jpeg: Uint8Array, folder: string, path: string): Promise<void> {
  const image = join(folder, 'scan.jpg');
  await writeFile(image, jpeg);
  const engine = createEngine({ operations: [imageToPdf], executor: createThreadExecutor({ threads: 1 }) });
  try {
    await using conversion = await engine.convert(imageToPdf, image, {});
    const [output] = conversion.outputs;
    if (output === undefined) throw new Error('nothing came out');
    await copyFile(output.path, path);
  } finally {
    await engine.stop();
  }
}
