import { defineWorker } from '@platen/core';

/** Names its input as its output: an operation that breaks the contract. */
export default defineWorker({
  async run({ inputs }) {
    return inputs.map(({ path, fileName, mediaType }) => ({ path, fileName, mediaType }));
  },
});
