export type {
  AuthenticatedCaller,
  Authenticator,
  Credentials,
  HttpSurfaceOptions,
  KeyStore,
} from '@platen/http';
export { type PlatenPluginOptions, platen } from './platen.ts';
