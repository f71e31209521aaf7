export { standardOperations } from './standard-operations.ts';
