export { platen } from './platen.ts';
