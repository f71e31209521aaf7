export { type PlatenPluginOptions, platen } from './platen.ts';
