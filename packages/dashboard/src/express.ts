import { fromExpress, type HttpRequest, sendReply, withExactMount } from '@platen/http';
import type { Request, RequestHandler, Response } from 'express';
import { createDashboard } from './create-dashboard.ts';
import type { DashboardOptions } from './dashboard-options.ts';

/**
 * The dashboard as middleware for Express 4 and 5: `app.use('/platen', dashboard({ platen, authorize }))`, before parsers of
 * bodies. Other requests are passed on to the next handler. Throws a TypeError on wrong options.
 */
export function dashboard(options: DashboardOptions<Request>): RequestHandler {
  const { handle } = createDashboard(options);
  return withExactMount((request: Request, response: Response, next) => {
    handle(belowMount(request, response), request)
      .then((reply) => (reply === null ? next() : sendReply(response, reply)))
      .catch(next);
  });
}

/** Express adds the slash that decides what relative addresses mean: it is taken off the mount point. */
function belowMount(request: Request, response: Response): HttpRequest {
  const isMountPoint = request.originalUrl.split('?', 1)[0] === request.baseUrl;
  return { ...fromExpress(request, response), url: isMountPoint ? request.url.slice(1) : request.url };
}
