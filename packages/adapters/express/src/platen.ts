import { createHttpSurface, fromExpress, type HttpSurfaceOptions, sendReply, withExactMount } from '@platen/http';
import type { Request, RequestHandler, Response } from 'express';

/**
 * The HTTP interface as middleware for Express 4 and 5: `app.use(platen({ engine, keys, linkSecrets }))`, at the root or
 * under a path. Other requests are passed on to the next handler. Throws a TypeError on wrong options.
 */
export function platen(options: HttpSurfaceOptions): RequestHandler {
  const surface = createHttpSurface(options);
  return withExactMount((request: Request, response: Response, next) => {
    surface
      .handle(fromExpress(request, response))
      .then((reply) => (reply === null ? next() : sendReply(response, reply)))
      .catch(next);
  });
}
