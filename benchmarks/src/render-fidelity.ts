import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { openRenderer } from '@platen/pdf-kit/render';
import type { Benchmark } from './benchmark.ts';
import { corpusFiles } from './corpus-files.ts';
import { type GrayPicture, structuralSimilarity } from './ssim.ts';

const dpi = 150;
const maxPagePixels = 30_000_000;
const lookAtBelow = 0.9;

/** Needs pdftoppm on the path. Prints each page that is to be looked at. */
export const benchmark: Benchmark = {
  name: 'render-fidelity',
  description: `The first page of each PDF of the corpus at ${dpi} dpi, against pdftoppm -cropbox: structural similarity of the grey pictures.`,
  async run() {
    const similarities: number[] = [];
    const files = (await corpusFiles('.pdf')).values();
    const lane = async () => {
      for (const file of files) {
        const similarity = await compare(file).catch(() => null);
        if (similarity === null) continue;
        similarities.push(similarity);
        if (similarity < lookAtBelow) console.error(`${similarity.toFixed(3)} ${basename(file)}`);
      }
    };
    // While pdftoppm draws for one lane, the other goes on.
    await Promise.all([lane(), lane(), lane()]);
    const mean = similarities.reduce((sum, each) => sum + each, 0) / similarities.length;
    const low = similarities.filter((each) => each < lookAtBelow).length;
    return [
      { name: 'pages both draw', unit: '', ours: similarities.length, peer: null },
      { name: '1 − mean similarity', unit: '', ours: 1 - mean, peer: null, target: 0.03 },
      { name: `pages under ${lookAtBelow}`, unit: '', ours: low, peer: null },
    ];
  },
};

/** RGB, three bytes a pixel. */
type ColorPicture = Pick<GrayPicture, 'width' | 'height' | 'data'>;

/** Null when the two do not even agree on the size of the page. */
async function compare(file: string): Promise<number | null> {
  const renderer = await openRenderer(file, { maxPagePixels });
  try {
    const page = await renderer.renderPage(1, { dpi });
    const peer = await drawWithPoppler(file);
    const sameSize = Math.abs(page.width - peer.width) < 3 && Math.abs(page.height - peer.height) < 3;
    if (!sameSize) return null;
    const [width, height] = [Math.min(page.width, peer.width), Math.min(page.height, peer.height)];
    return structuralSimilarity(grayCrop(page, width, height), grayCrop(peer, width, height));
  } finally {
    renderer.close();
  }
}

async function drawWithPoppler(file: string): Promise<ColorPicture> {
  const { stdout } = await promisify(execFile)('pdftoppm', ['-cropbox', '-singlefile', '-r', String(dpi), file], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
    timeout: 60_000,
  });
  const header = /^P6\n(\d+) (\d+)\n255\n/.exec(stdout.subarray(0, 40).toString('latin1'));
  if (header === null) throw new Error('pdftoppm wrote no picture');
  const [width, height] = [Number(header[1]), Number(header[2])];
  return { width, height, data: stdout.subarray(header[0].length) };
}

/** The luminance (ITU-R BT.601) of the top left part: both pictures have to become grey in the same way. */
function grayCrop({ data, width }: ColorPicture, newWidth: number, newHeight: number): GrayPicture {
  const gray = new Uint8Array(newWidth * newHeight);
  for (let to = 0; to < gray.length; to++) {
    const from = (Math.floor(to / newWidth) * width + (to % newWidth)) * 3;
    gray[to] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29 + 128) >> 8;
  }
  return { width: newWidth, height: newHeight, data: gray };
}
