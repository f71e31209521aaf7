import { packageBuild } from '../../tsup.base.ts';

export default packageBuild({
  entries: ['src/index.ts'],
  workers: ['src/recognizer.ts'],
  bundledCode: ['fflate'],
  copied: {
    // The build for Node, which loads one of the four WebAssembly files of the package.
    'onnxruntime-web': ['dist/ort.node.min.mjs', 'dist/ort-wasm-simd-threaded.{mjs,wasm}'],
  },
});
