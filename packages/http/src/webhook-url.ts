import type { FieldProblem, JobWebhooks } from '@platen/core';
import { type OptionFields, webhookUrlRefused } from '@platen/core/internal';

/** The field of a submission that names the URL for a webhook when the job ends. */
export const webhookUrlField = 'webhookUrl';

/** What a form says of it: `url` is null without one, and `problem` with none. */
export interface WebhookUrlField {
  readonly url: string | null;
  readonly problem: FieldProblem | null;
}

/** Reads the field from a form. An operation that has an option of that name keeps it. */
export function readWebhookUrl(
  values: readonly string[] | undefined,
  options: OptionFields,
  webhooks: JobWebhooks | null,
): WebhookUrlField {
  const [url] = values ?? [];
  if (values === undefined || url === undefined || options.has(webhookUrlField)) return { url: null, problem: null };
  const problem = findProblem(values.length, url, webhooks);
  return { url, problem: problem === null ? null : { field: webhookUrlField, problem } };
}

/** A client that asks for a webhook must not wait in vain: a host that sends none says so. */
function findProblem(count: number, url: string, webhooks: JobWebhooks | null): string | null {
  if (webhooks === null) return webhookUrlRefused;
  return count > 1 ? `was sent ${count} times; send it once` : webhooks.findUrlProblem(url);
}
