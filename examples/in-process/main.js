// node main.js <one.pdf> <two.pdf>: merges them, and renders the first page of the result.
import { copyFile } from 'node:fs/promises';
import { createEngine } from '@platen/engine';
import { standardOperations } from '@platen/standard';

const engine = createEngine({ operations: standardOperations });
{
  await using merged = await engine.convert('pdf/merge', process.argv.slice(2));
  await using page = await engine.convert('pdf/to-image', merged.outputs[0].path, { pages: '1', dpi: 100 });
  // The files of a conversion are removed at the end of the block: keep what you need.
  await copyFile(merged.outputs[0].path, 'merged.pdf');
  await copyFile(page.outputs[0].path, 'page.png');
}
await engine.stop();
