import { createEngine, createThreadExecutor } from '@platen/engine';
import { pdfToExcel } from '@platen/pdf-to-excel';

// One conversion in a process of its own, to be measured from outside: node tables-alone.ts <file>

const [file = ''] = process.argv.slice(2);
const engine = createEngine({ operations: [pdfToExcel], executor: createThreadExecutor({ threads: 1 }) });
const limits = { maxFileBytes: 2 ** 40, maxRequestBytes: 2 ** 40, maxPages: 100_000 };
await using _workbook = await engine.convert(
  pdfToExcel,
  file,
  { ocr: 'off', content: 'all' },
  { limits, timeoutMs: 3_600_000 },
);
await engine.stop();
