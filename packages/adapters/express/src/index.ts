export type {
  AuthenticatedCaller,
  Authenticator,
  Credentials,
  HttpSurfaceOptions,
  KeyStore,
} from '@platen/http';
export { platen } from './platen.ts';
