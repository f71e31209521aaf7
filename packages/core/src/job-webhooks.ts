import type { WebhookSecret } from './webhook-store.ts';

/** Decides which URLs jobs may name (`webhookUrl`), and signs the messages to them. */
export interface JobWebhooks {
  /** What is wrong with a URL, in words for the person who submitted it; null if the URL is allowed. */
  findUrlProblem(url: string): string | null;
  /**
   * The secrets that sign messages to the URLs of an owner's jobs, newest first. If there is none yet, one is created.
   */
  secretsOf(ownerId: string): Promise<readonly WebhookSecret[]>;
}

/** The problem of a `webhookUrl` in a host that allows none. */
export const webhookUrlRefused = 'is not allowed here: this host sends no webhooks to the URLs of jobs';
