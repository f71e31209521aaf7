import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  formats: ['esm'],
  bundled: ['eld'],
});
