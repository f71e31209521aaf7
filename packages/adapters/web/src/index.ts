export type {
  AuthenticatedCaller,
  Authenticator,
  Credentials,
  HttpSurfaceOptions,
  KeyStore,
  TrustProxy,
  WebRequestInfo,
} from '@platen/http';
export { type PlatenHandler, type PlatenWebOptions, platen } from './platen.ts';
