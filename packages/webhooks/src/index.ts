export { createWebhooks, type NewWebhookEndpoint, type Webhooks } from './create-webhooks.ts';
export { jobMessages, type WebhookEvent, webhookEvents } from './job-messages.ts';
export type { TestResult } from './send-test-event.ts';
export type { WebhookOptions } from './webhook-options.ts';
