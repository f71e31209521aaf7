import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findUnheardErrors } from '../emitters.ts';

const imports = `import busboy from 'busboy';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { createInflate } from 'node:zlib';
`;

test('this repository listens to every emitter', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = globSync('packages/{*,*/*}/src/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => findUnheardErrors(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ["stream.once('error', reject);"],
  ['const file = createWriteStream(path);'],
  ['const parser = busboy({ headers });'],
  ['const counter = new Transform({ transform });'],
  ["const file = createWriteStream(path); file.once('close', resolve);"],
  ["const file = createWriteStream(path); other.on('error', reject);"],
  ['return blobs.put(key, createReadStream(path));'],
])('%s is refused', (text) => {
  expect(findUnheardErrors('a.ts', imports + text)).not.toEqual([]);
});

test.each([
  ["const file = createWriteStream(path); file.on('error', reject);"],
  ["createReadStream(path).on('error', reject).pipe(to);"],
  ['await pipeline(createReadStream(path), createWriteStream(other));'],
  ['const bounded = new Transform({}); await pipeline(source, bounded, target);'],
  ['for await (const chunk of createReadStream(path)) use(chunk);'],
  ['const inflate = createInflate(); for await (const chunk of inflate as AsyncIterable<Buffer>) use(chunk);'],
  ['// Errors: the caller listens.\nreturn busboy({ headers });'],
  ['database.connect(); const queue = connect(clock); const match = pattern.exec(text);'],
])('%s is fine', (text) => {
  expect(findUnheardErrors('a.ts', imports + text)).toEqual([]);
});

test('a problem names its line', () => {
  expect(findUnheardErrors('a.ts', "first();\nstream.once('error', reject);")).toEqual([
    "2: once('error') hears the first error only",
  ]);
});
