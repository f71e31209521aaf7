import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineWorker } from '@platen/core';

export default defineWorker({
  async run({ outputDir }) {
    const path = join(outputDir, 'nothing');
    await writeFile(path, '0');
    return [{ path, fileName: 'nothing.txt', mediaType: 'text/plain' }];
  },
});
