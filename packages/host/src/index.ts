export type { StandardOperations } from '@platen/standard';
export { createPlaten, type Platen, type PlatenOptions } from './create-platen.ts';
export { StartError } from './start-error.ts';
