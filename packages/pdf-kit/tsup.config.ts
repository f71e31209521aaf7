import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: [
    'src/index.ts',
    'src/options.ts',
    'src/zod.ts',
    'src/geometry.ts',
    'src/statistics.ts',
    'src/values.ts',
    'src/bilevel.ts',
    'src/objects.ts',
    'src/fonts.ts',
    'src/conformance.ts',
    'src/pdf-lib.ts',
    'src/render.ts',
    'src/sharp.ts',
    'src/tiff.ts',
    'src/page-model.ts',
    'src/tables.ts',
    'src/ocr.ts',
    'src/ocr-settings.ts',
  ],
  bundled: ['pdf-lib', 'wasm-feature-detect'],
  bundledCode: ['zod'],
  copied: {
    // Its legacy build is the one made for Node; the smaller one runs under the name that it looks for its worker by.
    'pdfjs-dist': [
      { from: 'legacy/build/pdf.min.mjs', to: 'legacy/build/pdf.mjs' },
      { from: 'legacy/build/pdf.worker.min.mjs', to: 'legacy/build/pdf.worker.mjs' },
      'LICENSE',
      'cmaps',
      'iccs',
      'standard_fonts',
      'wasm',
    ],
    // The builds with both engines, once each; the package has them with the WebAssembly inlined as well.
    'tesseract.js-core': ['LICENSE', 'tesseract-core{,-simd,-relaxedsimd}.{js,wasm}'],
    '@tesseract.js-data/eng': ['4.0.0_best_int'],
    '@tesseract.js-data/osd': ['4.0.0_best_int'],
  },
});
