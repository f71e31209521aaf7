import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import express from 'express';
import { serveBenchmark } from './serve-benchmark.ts';

// The peer of the host benchmark: the least a host can do with an upload, one file flushed to disk and a 202.

const folder = await mkdtemp(join(tmpdir(), 'platen-bench-plain-'));
let count = 0;
const app = express();
app.post('/api/v1/bench/empty', (request, response) => {
  const form = busboy({ headers: request.headers });
  form.on('file', async (_field, file) => {
    count += 1;
    const path = join(folder, `${count}`);
    await pipeline(file, createWriteStream(path));
    await using handle = await open(path, 'r');
    await handle.sync();
    response.status(202).json({ jobId: count });
  });
  request.pipe(form);
});
serveBenchmark(app, '', () => rm(folder, { recursive: true, force: true }));
