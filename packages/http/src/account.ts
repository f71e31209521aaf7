import type { Principal } from '@platen/core';
import type { HttpReply } from './http-message.ts';
import { jsonReply } from './json-reply.ts';
import { describeQuota } from './quota.ts';
import type { KeyRate } from './rate-limit.ts';
import { minuteMs } from './rate-limit.ts';
import type { Surface } from './surface-options.ts';

/** Answers `GET /api/v1/account`: what the calling key may do and how much of it is left. It never shows the key. */
export async function describeAccount(
  surface: Surface,
  principal: Principal,
  rate: KeyRate | null,
): Promise<HttpReply> {
  const { engine, linkTtlMs } = surface;
  const { maxFileBytes, maxFiles, maxPages } = { ...engine.limits, ...surface.limits, ...principal.limits };
  return jsonReply(200, {
    keyId: principal.keyId,
    name: principal.name,
    createdAt: principal.createdAt === null ? null : new Date(principal.createdAt).toISOString(),
    quota: describeQuota(surface, principal, await engine.standing(principal.ownerId)),
    rateLimit: describeRate(surface, rate),
    limits: {
      maxFileBytes,
      maxFiles,
      maxPages,
      linkTtlSeconds: linkTtlMs / 1000,
      retentionSeconds: engine.retentionMs / 1000,
    },
    operations: operationsOf(surface, principal),
    ocrLanguages: await listInstalled(surface, 'languages'),
    ocrModels: await listInstalled(surface, 'models'),
  });
}

function describeRate({ clock }: Surface, rate: KeyRate | null) {
  const windowSeconds = (rate?.rule.windowMs ?? minuteMs) / 1000;
  if (rate === null) return { limit: null, windowSeconds, remaining: null, resetsAt: null };
  const { rule, state } = rate;
  return {
    limit: rule.limit,
    windowSeconds,
    remaining: state.remaining,
    resetsAt: new Date(clock.now() + state.resetMs).toISOString(),
  };
}

function operationsOf({ engine }: Surface, { scopes }: Principal): readonly string[] {
  return [...engine.operations.keys()].filter((name) => scopes?.includes(name) ?? true);
}

async function listInstalled({ engine }: Surface, kind: 'languages' | 'models'): Promise<readonly string[]> {
  const lists = await Promise.all([...engine.operations.values()].map((operation) => operation[kind]?.() ?? []));
  return [...new Set(lists.flat())].sort();
}
