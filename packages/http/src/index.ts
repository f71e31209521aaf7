export { attachment } from './content-disposition.ts';
export { errorReply, toKnownError } from './error-reply.ts';
export { continueWhenRead } from './expect-continue.ts';
export type { HttpReply, HttpRequest } from './http-message.ts';
export { createHttpSurface, type HttpSurface } from './http-surface.ts';
export { jsonReply, textReply } from './json-reply.ts';
export { describeSurface } from './openapi.ts';
export { answerProtocolErrors } from './protocol-errors.ts';
export type { HttpSurfaceOptions } from './surface-options.ts';
