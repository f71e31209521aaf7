import { jsonReply } from '@platen/http';
import type { Route } from './call.ts';
import type { Finding, Settings } from './dashboard-options.ts';

/** Findings are good for so long: however many look, the checks run once. */
const keptMs = 10 * 60_000;

/** What the checks of the host found; none of a host that gave none. */
export function checksRoute<Source>({ checks, clock }: Settings<Source>): Route {
  let latest: { readonly at: number; readonly findings: Promise<readonly Finding[]> } | null = null;
  const look = (now: number) => {
    const findings = checks();
    latest = { at: now, findings };
    findings.catch(() => {
      latest = null;
    });
    return latest;
  };
  return {
    method: 'GET',
    path: 'data/checks',
    access: 'viewer',
    async answer() {
      const now = clock.now();
      const { at, findings } = latest !== null && now - latest.at < keptMs ? latest : look(now);
      return jsonReply(200, { checkedAt: at, findings: await findings });
    },
  };
}
