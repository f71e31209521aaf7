import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/internal.ts', 'src/memory.ts', 'src/fs.ts', 'src/sql.ts'],
});
