import { type ApiKeyRecord, ConversionError, generateApiKey, invalidRequest, type KeyStore } from '@platen/core';
import { jsonReply } from '@platen/http';
import type { Call, Route } from '../call.ts';
import type { Settings } from '../dashboard-options.ts';
import { readJson } from '../read-json.ts';
import { viewKey } from './key-view.ts';
import { readNewKey } from './read-new-key.ts';

/** Keys of one answer: a list nobody reads to its end. */
const maxListed = 1_000;
const hourMs = 3_600_000;
const maxGraceHours = 24 * 30;

/** API keys: listed, made, rotated, revoked. A key itself is in the answer that makes it, and nowhere else. */
export function keyRoutes<Source>({ engine, keys, clock, newId }: Settings<Source>): readonly Route[] {
  if (keys === null) return [];
  const operations = [...engine.operations.keys()];
  return [
    {
      method: 'GET',
      path: 'data/keys',
      access: 'viewer',
      async answer() {
        const all = await keys.list();
        return jsonReply(200, { keys: all.toReversed().slice(0, maxListed).map(viewKey), total: all.length });
      },
    },
    {
      method: 'POST',
      path: 'data/keys',
      access: 'manager',
      async answer({ request }) {
        const body = await readJson(request.message);
        const { key, record } = generateApiKey(readNewKey(body, operations, newId(), clock.now()));
        await keys.create(record);
        return jsonReply(201, { key, record: viewKey(record) });
      },
    },
    {
      method: 'POST',
      path: 'data/keys/{id}/rotate',
      access: 'manager',
      async answer(call) {
        const { graceHours = 24 } = await readJson(call.request.message);
        const old = await findKey(keys, call);
        const now = clock.now();
        const { key, record } = generateApiKey({ ...old, id: newId(), createdAt: now });
        if (!(await keys.rotate(old.id, record, now + readGrace(graceHours) * hourMs))) {
          throw new ConversionError('NOT_RETRYABLE', 'This key has been revoked or rotated already');
        }
        return jsonReply(201, { key, record: viewKey(record) });
      },
    },
    {
      method: 'DELETE',
      path: 'data/keys/{id}',
      access: 'manager',
      async answer(call) {
        const { id } = await findKey(keys, call);
        await keys.revoke(id, clock.now());
        return jsonReply(200, {});
      },
    },
  ];
}

async function findKey(keys: KeyStore, { parameters }: Call): Promise<ApiKeyRecord> {
  const found = (await keys.list()).find(({ id }) => id === parameters.id);
  if (found === undefined) throw new ConversionError('NOT_FOUND', 'There is no such key');
  return found;
}

function readGrace(hours: unknown): number {
  if (typeof hours === 'number' && hours >= 0 && hours <= maxGraceHours) return hours;
  throw invalidRequest([{ field: 'graceHours', problem: `must be a number from 0 to ${maxGraceHours}` }]);
}
