import { listOwners } from '@platen/core/internal';
import { jsonReply } from '@platen/http';
import type { Route } from './call.ts';
import type { Settings } from './dashboard-options.ts';

/** Owners of one answer: a list to choose from. */
const maxListed = 1_000;

/** Whose keys and jobs there are: what filters and forms offer, and what ids are called. */
export function ownersRoute<Source>({ engine, keys, clock }: Settings<Source>): Route {
  return {
    method: 'GET',
    path: 'data/owners',
    access: 'viewer',
    async answer() {
      const owners = await listOwners({ keys, jobs: engine, now: clock.now() });
      return jsonReply(200, { owners: owners.slice(0, maxListed), total: owners.length });
    },
  };
}
