import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: [
    'src/index.ts',
    'src/options.ts',
    'src/objects.ts',
    'src/render.ts',
    'src/page-model.ts',
    'src/tables.ts',
    'src/ocr.ts',
    'src/ocr-settings.ts',
  ],
});
