import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/main.ts', 'src/bench/index.ts'],
  bundledCode: ['fflate'],
  workers: ['src/bench/load-server.ts'],
  formats: ['esm'],
});
