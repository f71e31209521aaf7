// node main.js <one.pdf> <two.pdf>: merges them, and renders the first page of the result.
import { copyFile } from 'node:fs/promises';
import { createEngine } from '@platen/engine';
import { standardOperations } from '@platen/standard';

const engine = createEngine({ operations: standardOperations });
const merged = await engine.convert('pdf/merge', process.argv.slice(2));
const page = await engine.convert('pdf/to-image', merged.outputs[0].path, { pages: '1', dpi: 100 });
await copyFile(merged.outputs[0].path, 'merged.pdf');
await copyFile(page.outputs[0].path, 'page.png');
// The files of a conversion lie there until it is disposed of. On Node 24, `await using merged = …` does it by itself.
await page[Symbol.asyncDispose]();
await merged[Symbol.asyncDispose]();
await engine.stop();
