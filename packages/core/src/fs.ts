import { requireSupportedNode } from './supported-node.ts';

export { createFsBlobStore, type FsBlobStoreOptions } from './fs/fs-blob-store.ts';
export { hashFile } from './fs/hash-file.ts';
export { readLinkSecrets } from './fs/link-secrets.ts';
export { makeFolder } from './fs/make-folder.ts';
export { readProblem } from './fs/read-problem.ts';

requireSupportedNode();
