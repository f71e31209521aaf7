import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToWord } from '@platen/pdf-to-word';

// One conversion in a process of its own, to be measured from outside: node word-alone.ts <file>

const [file = ''] = process.argv.slice(2);
const engine = createEngine({ operations: [pdfToWord], executor: createThreadExecutor({ threads: 1 }) });
const limits = { maxFileBytes: 2 ** 40, maxRequestBytes: 2 ** 40, maxPages: 100_000 };
await using _document = await engine.convert(pdfToWord, file, { ocr: 'off' }, { limits, timeoutMs: 3_600_000 });
await engine.stop();
