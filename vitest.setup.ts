import { stripTypeScriptTypes } from 'node:module';

// Node strips types with a WebAssembly module, and threads that tests start from the sources use it. Kept in use here, its
// code is not freed with each thread: where that happened, V8 ended one run in eleven of the tests that start most threads
// (`jit_page.has_value()`, https://github.com/nodejs/node/issues/64500), and none of 33 since.
stripTypeScriptTypes('');
