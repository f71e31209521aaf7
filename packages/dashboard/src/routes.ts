import type { Route } from './call.ts';
import { checksRoute } from './checks-route.ts';
import { convertRoutes } from './convert-routes.ts';
import type { Settings } from './dashboard-options.ts';
import { healthRoute } from './health-route.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { outputRoutes } from './jobs/output-routes.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { createLiveFeed } from './live/live-feed.ts';
import { ownersRoute } from './owners-route.ts';
import { createPagePictures } from './preview/page-pictures.ts';
import { previewRoutes } from './preview/preview-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { usageRoute } from './usage-route.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** Every route for data, and what ends those that stay open. */
export function createRoutes<Source>(settings: Settings<Source>): {
  readonly routes: readonly Route[];
  readonly close: () => void;
} {
  const live = createLiveFeed(settings);
  const pictures = createPagePictures(settings.engine);
  const convert = convertRoutes(settings);
  const routes: readonly Route[] = [
    ...sessionRoutes(settings),
    ...jobRoutes(settings),
    ...outputRoutes(settings, pictures),
    ...previewRoutes(settings, pictures),
    ...convert.routes,
    ...keyRoutes(settings),
    ...webhookRoutes(settings),
    ownersRoute(settings),
    usageRoute(settings),
    healthRoute(settings),
    checksRoute(settings),
    { method: 'GET', path: 'data/live', access: 'viewer', answer: (call) => live.open(call) },
  ];
  return {
    routes,
    close() {
      live.close();
      convert.close();
    },
  };
}
