import type { DashboardWebhooks } from './dashboard-webhooks.ts';

/** Deliveries looked at: so many of one endpoint are read by an index, where a search by state could read them all. */
const maxRecent = 20;

/** How an endpoint has answered lately, from its newest deliveries. */
export async function endpointStanding(webhooks: DashboardWebhooks, endpointId: string) {
  const recent = await webhooks.listDeliveries({ endpointId }, maxRecent);
  const delivered = recent.filter(({ state }) => state === 'delivered');
  return {
    recent: recent.length,
    parked: recent.filter(({ state }) => state === 'parked').length,
    /** Those that failed and are sent again. */
    retried: recent.filter(({ state, problem }) => state === 'pending' && problem !== null).length,
    /** Among them: a replayed one is delivered later than those that came after it. */
    lastDeliveredAt: delivered.length === 0 ? null : Math.max(...delivered.map(({ updatedAt }) => updatedAt)),
    /** Of the newest that failed and was not delivered since. */
    problem: recent.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
