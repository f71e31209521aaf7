import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineWorker, processingFailed } from '@platen/core';

/** One part for each input, joined in order: the same files come out. */
export default defineWorker<{ readonly fail: boolean }, number, string>({
  async plan({ inputs }) {
    return inputs.map((_, index) => index);
  },
  async part({ inputs, outputDir }, index) {
    const path = join(outputDir, 'copy');
    await copyFile(inputs[index]?.path ?? '', path);
    return path;
  },
  async join({ inputs, options }, paths, context) {
    const fileName = inputs[0]?.fileName ?? '';
    if (options.fail) throw processingFailed('damaged_file', 'The file is damaged', { fileName });
    context.progress(1);
    context.warn('ONLY_AN_ECHO', 'Nothing was converted');
    return paths.map((path, index) => ({ path, fileName: `${index + 1}-${fileName}`, mediaType: 'application/pdf' }));
  },
});
