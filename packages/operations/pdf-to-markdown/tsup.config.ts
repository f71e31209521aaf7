import { packageBuild } from '../../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  workers: ['src/worker.ts'],
});
