/** Pages that most visits do not reach: their code comes as one file, when the first of them is shown. */
export { DeliveriesPage } from './deliveries-page.tsx';
export { HealthPage } from './health-page.tsx';
export { UsagePage } from './usage-page.tsx';
export { WebhooksPage } from './webhooks-page.tsx';
