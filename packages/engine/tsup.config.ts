import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  workers: ['src/thread-host.ts', 'src/process-host.ts'],
});
