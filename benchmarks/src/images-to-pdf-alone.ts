import { createEngine, createThreadExecutor } from '@platen/engine';
import { imageToPdf } from '@platen/image-to-pdf';

// One conversion in a process of its own, to be measured from outside: node images-to-pdf-alone.ts <images>…

const files = process.argv.slice(2);
const engine = createEngine({ operations: [imageToPdf], executor: createThreadExecutor({ threads: 1 }) });
{
  await using _result = await engine.convert(
    imageToPdf,
    files,
    {},
    { limits: { maxFiles: files.length, maxRequestBytes: 2 ** 40 } },
  );
}
await engine.stop();
