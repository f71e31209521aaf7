import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/serve-attack-target.ts'],
  workers: ['src/http-test-worker.ts'],
  formats: ['esm'],
});
