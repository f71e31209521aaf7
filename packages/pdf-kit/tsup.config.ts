import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: [
    'src/index.ts',
    'src/options.ts',
    'src/objects.ts',
    'src/pdf-lib.ts',
    'src/render.ts',
    'src/sharp.ts',
    'src/page-model.ts',
    'src/tables.ts',
    'src/ocr.ts',
    'src/ocr-settings.ts',
  ],
  bundled: ['pdf-lib'],
});
