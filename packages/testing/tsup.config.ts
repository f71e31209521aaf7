import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  workers: ['src/http-test-worker.ts'],
  formats: ['esm'],
});
