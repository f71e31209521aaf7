import { createEngine, createThreadExecutor } from '@platen/engine';
import { imageToPdf } from '@platen/image-to-pdf';

// One conversion in a process of its own: node images-to-pdf-alone.ts <images>… The engine is warmed up with the first
// image; what the conversion takes on top of the idle process is printed, in megabytes.

const files = process.argv.slice(2);
const engine = createEngine({ operations: [imageToPdf], executor: createThreadExecutor({ threads: 1 }) });
const convert = async (images: readonly string[]) => {
  const limits = { maxFiles: images.length, maxRequestBytes: 2 ** 40 };
  await using _result = await engine.convert(imageToPdf, images, {}, { limits });
};
await convert(files.slice(0, 1));
const idleBytes = process.memoryUsage.rss();
let peakBytes = idleBytes;
const sample = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, 10);
await convert(files);
clearInterval(sample);
await engine.stop();
console.log((peakBytes - idleBytes) / 2 ** 20);
