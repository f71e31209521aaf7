// The same as main.js, from CommonJS.
const { copyFile } = require('node:fs/promises');
const { createEngine } = require('@platen/engine');
const { standardOperations } = require('@platen/standard');

async function main() {
  const engine = createEngine({ operations: standardOperations });
  const merged = await engine.convert('pdf/merge', process.argv.slice(2));
  const page = await engine.convert('pdf/to-image', merged.outputs[0].path, { pages: '1', dpi: 100 });
  await copyFile(merged.outputs[0].path, 'merged.pdf');
  await copyFile(page.outputs[0].path, 'page.png');
  await page[Symbol.asyncDispose]();
  await merged[Symbol.asyncDispose]();
  await engine.stop();
}

void main();
