export { type StandardOperations, standardOperations } from './standard-operations.ts';
