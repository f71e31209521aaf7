import type { PasswordSignIn } from '@platen/dashboard';
import { dashboard } from '@platen/dashboard/express';
import { platen } from '@platen/express';
import type { Platen } from '@platen/host';
import express, { type Express } from 'express';

/** The app: routes of its own, the conversions under `/api/v1`, and the dashboard for those whom `authorize` lets in. */
export function createApp(host: Platen, authorize: PasswordSignIn): Express {
  const app = express();
  app.get('/', (_request, response) => {
    response.send('Conversions are at /api/v1, described at /api/openapi.json; the dashboard is at /dashboard/.');
  });
  // Further routers go here.
  app.use('/dashboard', dashboard({ platen: host, authorize }));
  app.use(platen({ ...host, openapi: true, health: true }));
  return app;
}
