import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';
import { samplePdf } from './sample-pdf.ts';
import { servePlaten } from './serve-platen.ts';

// The runtime of Cloudflare's workers is too large for a dependency of everybody who develops here (170 MB): it is tried where
// somebody has installed it (`npm install --prefix <folder> miniflare@4`) and says so. CI does.
const folder = process.env.PLATEN_MINIFLARE ?? '';
const isThere = folder !== '' && existsSync(join(folder, 'node_modules', 'miniflare'));
const skipped = folder === '' ? 'PLATEN_MINIFLARE names no folder' : `no miniflare in ${folder}`;

/** What this test uses of miniflare. */
interface Miniflare {
  dispatchFetch(url: string, init: { method: string; body: string }): Promise<Response>;
  dispose(): Promise<void>;
}

test.skipIf(!isThere)(
  `in a worker a file becomes images, is watched and fetched as an archive${isThere ? '' : ` (skipped: ${skipped})`}`,
  async () => {
    await using server = await servePlaten();
    const { outputFiles } = await build({
      stdin: {
        contents: worker,
        resolveDir: fileURLToPath(new URL('.', import.meta.url)),
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      target: 'es2024',
      // Neither Node nor a browser: what the client needs must be there of itself.
      platform: 'neutral',
      write: false,
    });
    const { Miniflare } = createRequire(join(resolve(folder), 'package.json'))('miniflare') as {
      readonly Miniflare: new (options: object) => Miniflare;
    };
    const runtime = new Miniflare({
      modules: true,
      script: outputFiles[0]?.text ?? '',
      compatibilityDate: '2025-01-01',
    });
    onTestFinished(async () => {
      await runtime.dispose();
      // It does not wait for its temporary folder to be removed.
      await vi.waitFor(() => expect(globSync('miniflare-*', { cwd: tmpdir() })).toEqual([]), { timeout: 15_000 });
    });
    const pdf = Buffer.from(await samplePdf().arrayBuffer()).toString('base64');
    const request = { method: 'POST', body: JSON.stringify({ url: server.url, apiKey: server.apiKey, pdf }) };
    const response = await runtime.dispatchFetch('http://worker.example/', request);
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toEqual({
      fileName: 'one.png',
      isWhole: true,
      start: 'PNG',
      phases: ['uploading', 'converting'],
      uploaded: 1,
      last: 'completed',
      archive: 'PK',
      refused: 'INVALID_REQUEST',
    });
  },
  60_000,
);

/** A worker that converts what it is sent. */
const worker = `
  import { createClient, PlatenError } from '../src/index.ts';

  const latin1 = new TextDecoder('latin1');

  export default {
    async fetch(request) {
      const { url, apiKey, pdf } = await request.json();
      const client = createClient({ url, apiKey });
      const phases = new Set();
      const file = { fileName: 'one.pdf', data: Uint8Array.from(atob(pdf), (each) => each.charCodeAt(0)) };
      let uploaded = 0;
      const onProgress = ({ phase, fraction }) => {
        phases.add(phase);
        if (phase === 'uploading') uploaded = fraction;
      };
      const { jobId, outputs } = await client.convert('pdf/to-image', file, { dpi: 72 }, { onProgress });
      const [first] = outputs;
      const bytes = await first.bytes();
      let last = '';
      for await (const { job } of client.jobs.watch(jobId)) last = job.status;
      const archive = await new Response(await client.jobs.zip(jobId)).arrayBuffer();
      const error = await client.convert('pdf/merge', file).catch((reason) => reason);
      return Response.json({
        fileName: first.fileName,
        isWhole: bytes.length === first.sizeBytes,
        start: latin1.decode(bytes.subarray(1, 4)),
        phases: [...phases],
        uploaded,
        last,
        archive: latin1.decode(archive.slice(0, 2)),
        refused: PlatenError.is(error) ? error.code : String(error),
      });
    },
  };
`;
