import { randomBytes } from 'node:crypto';
import { ConversionError, type Principal } from '@platen/core';
import { createHttpSurface } from '@platen/http';
import type { Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';

/** Whom jobs of the page for trying belong to. */
const dashboardOwner = 'dashboard';

/**
 * Takes files to try a conversion with. The upload is received, checked and bounded by the very surface that clients
 * use, under an owner of its own; the links it gives are not used here.
 */
export function convertRoutes<Source>({ engine, canTry, logger, clock, newId }: Settings<Source>): {
  readonly routes: readonly Route[];
  readonly close: () => void;
} {
  if (!canTry) return { routes: [], close: () => {} };
  const principal: Principal = {
    keyId: dashboardOwner,
    ownerId: dashboardOwner,
    name: 'Dashboard',
    createdAt: clock.now(),
    scopes: null,
    limits: {},
  };
  const surface = createHttpSurface({
    engine,
    authenticator: { authenticate: async () => principal },
    linkSecrets: [randomBytes(32).toString('base64url')],
    requestsPerMinute: null,
    trustUploads: true,
    logger,
    clock,
    newId,
  });
  const route: Route = {
    method: 'POST',
    path: 'data/convert',
    access: 'manager',
    isUpload: true,
    async answer({ request, query }) {
      const operation = query.get('operation') ?? '';
      const reply = engine.operations.has(operation)
        ? await surface.handle({ ...request, url: `/api/v1/${operation}` })
        : null;
      if (reply === null) throw new ConversionError('NOT_FOUND', 'There is no such operation');
      return reply;
    },
  };
  return { routes: [route], close: surface.close };
}
