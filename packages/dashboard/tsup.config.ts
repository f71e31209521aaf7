import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts', 'src/express.ts', 'src/fastify.ts', 'src/web.ts'],
  formats: ['esm'],
});
