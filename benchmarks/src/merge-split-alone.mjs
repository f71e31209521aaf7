import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfMerge } from '@platen/pdf-merge';
import { pdfSplit } from '@platen/pdf-split';

// One conversion in a process of its own, to be measured from outside. Not TypeScript: loading what strips its types
// takes 40 ms, which no user waits for.
// node merge-split-alone.mjs merge <files>… | split <file> [options as JSON]

const [what, ...words] = process.argv.slice(2);
const engine = createEngine({ operations: [pdfMerge, pdfSplit], executor: createThreadExecutor({ threads: 1 }) });
// Documents are larger here than a server lets anybody send.
const limits = {
  maxFileBytes: 2 ** 40,
  maxRequestBytes: 2 ** 40,
  maxFiles: words.length,
  maxPages: 100_000,
  maxOutputs: 100_000,
  maxOutputBytes: 2 ** 40,
};
if (what === 'merge') {
  await using _merged = await engine.convert(pdfMerge, words, {}, { limits });
} else {
  const [file = '', options = '{}'] = words;
  await using _parts = await engine.convert(pdfSplit, file, JSON.parse(options), { limits });
}
await engine.stop();
