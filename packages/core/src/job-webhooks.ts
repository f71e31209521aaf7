import type { WebhookSecret } from './webhook-store.ts';

/** Decides about the URLs of jobs along (`webhookUrl`), and signs what is sent there. */
export interface JobWebhooks {
  /** What is wrong with a URL, in words for whoever submitted it; null when nothing is. */
  findUrlProblem(url: string): string | null;
  /** What signs the messages to the URLs of an owner's jobs, the newest first. Made when there is none yet. */
  secretsOf(ownerId: string): Promise<readonly WebhookSecret[]>;
}

/** What is wrong with a `webhookUrl` where none is taken. */
export const webhookUrlRefused = 'is not allowed here: this host sends no webhooks to the URLs of jobs';
