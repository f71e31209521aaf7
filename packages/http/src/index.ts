export { continueWhenRead } from './expect-continue.ts';
export type { HttpReply, HttpRequest } from './http-message.ts';
export { createHttpSurface, type HttpSurface } from './http-surface.ts';
export { describeSurface } from './openapi.ts';
export type { HttpSurfaceOptions } from './surface-options.ts';
