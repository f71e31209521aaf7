import { platen } from '@platen/express';
import type { Platen } from '@platen/host';
import express, { type Express } from 'express';

/** The app: routes of its own, and the conversions under `/api/v1`. */
export function createApp(host: Platen): Express {
  const app = express();
  app.get('/', (_request, response) => {
    response.send('Conversions are at /api/v1, described at /api/openapi.json.');
  });
  // Further routers go here.
  app.use(platen({ ...host, openapi: true, health: true }));
  return app;
}
