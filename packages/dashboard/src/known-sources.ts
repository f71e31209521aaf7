import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@platen/core';
import { clientNetwork } from '@platen/http';
import type { AttemptSource } from './sign-in-line.ts';

/** Recognises where the right password came from before. */
export interface KnownSources {
  /** Who an attempt for the account with this secret comes from. */
  find(remoteAddress: string, device: string | null, secret: string): AttemptSource;
  /** Remembers a source that had the right password; what its browser is to show the next time. */
  remember(source: AttemptSource, remoteAddress: string, secret: string): string;
}

const dayMs = 86_400_000;
/** How long a browser is known after it last signed in. */
const deviceMs = 180 * dayMs;
const networkMs = 30 * dayMs;
const maxNetworks = 1_000;
const devicePattern = /^([\w-]{22})\.(\d{1,16})\.([\w-]{43})$/;
const deviceId = /^device:([\w-]{22})$/;

/**
 * A browser is known by a token, which is signed with the hash of the account's password: nothing is stored, it survives
 * a restart, it is worth nothing for another account, and ends with the password. Where there is no browser, or it forgot, the
 * network is known, until the process ends. Neither lets anybody in: they keep a place, and a count of attempts, that
 * strangers cannot use up.
 */
export function createKnownSources(clock: Clock): KnownSources {
  /** When each last signed in, in that order. */
  const networks = new Map<string, number>();

  function knows(network: string): boolean {
    const at = networks.get(network);
    return at !== undefined && clock.now() - at < networkMs;
  }

  return {
    find(remoteAddress, device, secret) {
      const id = device === null ? null : verifiedId(device, secret, clock.now());
      if (id !== null) return { id: `device:${id}`, isKnown: true };
      const network = clientNetwork(remoteAddress);
      return { id: network, isKnown: knows(network) };
    },
    remember({ id }, remoteAddress, secret) {
      const network = clientNetwork(remoteAddress);
      networks.delete(network);
      networks.set(network, clock.now());
      for (const oldest of networks.keys()) {
        if (networks.size <= maxNetworks) break;
        networks.delete(oldest);
      }
      // A browser that is known keeps its count of attempts.
      const known = deviceId.exec(id)?.[1] ?? randomBytes(16).toString('base64url');
      const endsAt = String(clock.now() + deviceMs);
      return [known, endsAt, sign(known, endsAt, secret).toString('base64url')].join('.');
    },
  };
}

function verifiedId(device: string, secret: string, now: number): string | null {
  const [, id = '', endsAt = '', signature = ''] = devicePattern.exec(device) ?? [];
  if (id === '' || now >= Number(endsAt)) return null;
  return timingSafeEqual(sign(id, endsAt, secret), Buffer.from(signature, 'base64url')) ? id : null;
}

function sign(id: string, endsAt: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`platen dashboard device ${id} ${endsAt}`).digest();
}
