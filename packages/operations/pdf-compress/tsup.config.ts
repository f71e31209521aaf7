import { packageBuild } from '../../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  workers: ['src/worker.ts'],
  // One file of WebAssembly, whose manifest asks for a newer Node than it needs.
  bundled: ['libdeflate'],
});
