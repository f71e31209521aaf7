export type { AuthenticatedCaller, Authenticator, Credentials, KeyStore } from '@platen/core';
export { clientNetwork } from './client-network.ts';
export { attachment } from './content-disposition.ts';
export { errorReply, toKnownError } from './error-reply.ts';
export { readHeader } from './exchange.ts';
export { continueWhenRead } from './expect-continue.ts';
export { fromExpress, sendReply } from './express-message.ts';
export { withExactMount } from './express-mount.ts';
export { fromFastify, pluginMeta, pluginSettings, sendByFastify } from './fastify-message.ts';
export type { Connection, HttpReply, HttpRequest, RequestMessage, ResponseState } from './http-message.ts';
export { createHttpSurface, type HttpSurface } from './http-surface.ts';
export { jsonReply, textReply } from './json-reply.ts';
export { matchRoute, type RouteMatch } from './match-route.ts';
export { createMonitor, type Monitor, type MonitorOptions } from './monitor.ts';
export { isExactPrefix } from './mount-path.ts';
export { describeSurface } from './openapi.ts';
export { toOriginForm } from './origin-form.ts';
export { answerProtocolErrors } from './protocol-errors.ts';
export { readBody } from './read-body.ts';
export type { HttpSurfaceOptions } from './surface-options.ts';
export type { TrustProxy } from './trusted-proxies.ts';
export {
  fromWeb,
  type WebExchange,
  type WebMount,
  type WebRequestInfo,
  type WebSettings,
  webSettings,
} from './web-message.ts';
