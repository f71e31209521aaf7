export { createFsBlobStore, type FsBlobStoreOptions } from './fs/fs-blob-store.ts';
