import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/confinement-report.ts'],
  workers: ['src/thread-host.ts', 'src/process-host.ts', 'src/sandbox/sandbox-launcher.ts'],
});
