import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/main.ts'],
  formats: ['esm'],
});
