import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError, defineWorker, type FailureReason, processingFailed, type WorkerTask } from '@platen/core';
import type { TestOptions } from './http-test-operations.ts';

/** The worker of the operations that the HTTP suite calls. */
export default defineWorker<TestOptions>({
  async run(task, { progress }) {
    const fileName = task.inputs[0]?.fileName ?? '';
    switch (task.options.act) {
      case 'copy':
        return copyInputs(task);
      case 'wait':
        progress(0.5);
        return new Promise(() => setInterval(() => {}, 60_000));
      case 'fail':
        throw processingFailed(task.options.reason as FailureReason, `It failed: ${task.options.reason}`, { fileName });
      case 'encrypted':
        throw new ConversionError('PDF_ENCRYPTED', `"${fileName}" needs a password`, {
          details: { reason: 'password_required', fileName },
        });
      case 'throw':
        throw new TypeError('a secret from /etc/passwd');
      case 'crash':
        return process.exit(3);
    }
  },
});

async function copyInputs({ inputs, options, outputDir }: WorkerTask<TestOptions>) {
  const sources = inputs.flatMap((input) => Array.from({ length: options.copies }, () => input));
  return Promise.all(
    sources.map(async ({ path, fileName, mediaType }, index) => {
      const copy = join(outputDir, String(index));
      await copyFile(path, copy);
      return { path: copy, fileName: index < inputs.length ? fileName : `${index}-${fileName}`, mediaType };
    }),
  );
}
