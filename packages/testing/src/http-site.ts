import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Authenticator,
  type BlobStore,
  type Clock,
  type ConversionEngine,
  generateApiKey,
  type KeyLimits,
  type KeyStore,
  type Limits,
  type Logger,
  type Operation,
} from '@platen/core';
import { createMemoryKeyStore } from '@platen/core/memory';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { testCopy, testGather } from './http-test-operations.ts';

/** The options that every adapter takes. */
export interface HttpSurfaceSettings {
  readonly engine: ConversionEngine;
  readonly keys: KeyStore;
  readonly authenticator?: Authenticator;
  readonly linkSecrets: readonly string[];
  /** The test operations run in threads. */
  readonly trustUploads: boolean;
  readonly manage: boolean;
  readonly openapi: boolean;
  readonly health: boolean;
  readonly metrics: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly publicUrl?: string;
}

/** How a host mounts the adapter. */
export interface HttpHostSettings {
  /** Passed to the adapter unchanged. */
  readonly surface: HttpSurfaceSettings;
  /** Where the adapter is mounted; empty for the root. */
  readonly prefix: string;
  /** True if the host trusts `X-Forwarded-*`. */
  readonly trustProxy: boolean;
  /**
   * Parsers before the adapter: none; that of the framework for JSON; or one that also reads multipart bodies, so that
   * nothing of them is left in the raw request.
   */
  readonly parsers: 'none' | 'json' | 'multipart';
}

/** A host that listens. */
export interface RunningHost {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of 127.0.0.1. It mounts the adapter and has two routes of its own: `GET /own` answers
 * `{"own": true}`, and if `parsers` is `json`, `POST /own` answers with the JSON body that it received.
 */
export type StartHost = (settings: HttpHostSettings) => Promise<RunningHost>;

/** The part of `EngineOptions` that the rules set. */
export interface EngineSettings {
  readonly operations: readonly Operation[];
  readonly stagingFolder: string;
  readonly limits: Partial<Limits>;
  readonly maxQueued: number;
  readonly keepFailedInputs: boolean;
  readonly clock: Clock;
  /** The store of files; the default of the engine if not given. */
  readonly blobs?: BlobStore;
}

/** Creates an engine without starting it: `createEngine` itself, or a function that first opens stores. */
export type MakeEngine = (settings: EngineSettings) => ConversionEngine | Promise<ConversionEngine>;

export interface SiteSettings {
  readonly startHost: StartHost;
  readonly makeEngine: MakeEngine;
  readonly host?: Partial<Omit<HttpHostSettings, 'surface'>>;
  readonly publicUrl?: string;
  /** Identifies callers in place of the keys. */
  readonly authenticator?: Authenticator;
  readonly limits?: Partial<Limits>;
  readonly maxQueued?: number;
  readonly keepFailedInputs?: boolean;
  /** Whether the routes to manage jobs are there; true when not given. */
  readonly manage?: boolean;
  /** Whether jobs are worked on; they stay queued otherwise. */
  readonly isStarted?: boolean;
  /**
   * Whether the framework itself refuses a `Host` that is no host name, with 400 before the adapter sees the request; false
   * when not given.
   */
  readonly refusesHosts?: boolean;
  /** Puts something between surface and engine. */
  readonly wrapEngine?: (engine: ConversionEngine) => ConversionEngine;
}

/** A host with the surface on it, and everything a rule needs to look behind the surface. */
export interface Site {
  readonly origin: string;
  /** Origin and prefix: what the paths of the interface are relative to. */
  readonly baseUrl: string;
  readonly engine: ConversionEngine;
  readonly keys: KeyStore;
  readonly clock: FakeClock;
  readonly stagingFolder: string;
  /** Everything logged at `warn` or above. */
  readonly logged: readonly string[];
  /** A fresh key. Without limits of its own it has neither rate limit nor quota. */
  createKey(settings?: {
    readonly limits?: KeyLimits;
    readonly scopes?: readonly string[];
    readonly expiresAt?: number;
    readonly ownerId?: string;
  }): Promise<{ readonly key: string; readonly id: string }>;
  /** The files of running uploads, and those that were left behind. */
  stagedFiles(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const linkSecret = 'a secret for the links of the tests';

export async function openSite(settings: SiteSettings): Promise<Site> {
  const { startHost, makeEngine, host = {}, limits = {}, maxQueued = 10_000, isStarted = true, publicUrl } = settings;
  const { keepFailedInputs = false, manage = true, authenticator } = settings;
  const stagingFolder = await mkdtemp(join(tmpdir(), 'platen-http-'));
  const clock = createFakeClock();
  const keys = createMemoryKeyStore();
  const logged: string[] = [];
  const operations = [testCopy, testGather];
  const engine = await makeEngine({ operations, stagingFolder, limits, maxQueued, keepFailedInputs, clock });
  if (isStarted) await engine.start();
  const running = await startHost({
    prefix: '',
    trustProxy: false,
    parsers: 'none',
    ...host,
    surface: {
      engine: settings.wrapEngine?.(engine) ?? engine,
      keys,
      linkSecrets: [linkSecret],
      trustUploads: true,
      manage,
      openapi: true,
      health: true,
      metrics: true,
      clock,
      logger: collectingLogger(logged),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      ...(authenticator === undefined ? {} : { authenticator }),
    },
  });
  let keyCount = 0;
  return {
    origin: running.origin,
    baseUrl: `${running.origin}${host.prefix ?? ''}`,
    engine,
    keys,
    clock,
    stagingFolder,
    logged,
    async createKey({ limits: keyLimits, ...rest } = {}) {
      keyCount += 1;
      const id = `key-${keyCount}`;
      const request = { id, name: `Key ${keyCount}`, createdAt: clock.now(), ...rest };
      const { key, record } = generateApiKey({ ...request, limits: { requestsPerMinute: null, ...keyLimits } });
      await keys.create(record);
      return { key, id };
    },
    async stagedFiles() {
      const entries = await readdir(stagingFolder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async close() {
      await running.close();
      await engine.stop(0);
      await rm(stagingFolder, { recursive: true, force: true });
    },
  };
}

function collectingLogger(logged: string[]): Logger {
  const collect: Logger['warn'] = (_fields, message) => void logged.push(message);
  return { debug() {}, info() {}, warn: collect, error: collect };
}
