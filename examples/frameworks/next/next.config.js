// Workers, WebAssembly and fonts are found beside the code that uses them: the packages are not bundled, and are copied whole into
// the standalone server.
export default {
  output: 'standalone',
  // Else a lock file in a folder further up would be taken for the root of the app.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: { root: import.meta.dirname },
  serverExternalPackages: ['@platen/core', '@platen/host', '@platen/web'],
  outputFileTracingIncludes: { '/**': ['./node_modules/**/*'] },
  outputFileTracingExcludes: { '/**': ['./node_modules/{next,@next,react,react-dom,typescript,@img}/**/*'] },
};
