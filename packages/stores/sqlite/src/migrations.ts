/**
 * The schema, one step an entry: `user_version` says how many a file has seen. An entry that was released never
 * changes; a change of the schema is another one at the end.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    owner TEXT,
    operation TEXT NOT NULL,
    options TEXT NOT NULL,
    secrets TEXT,
    limits TEXT NOT NULL,
    state TEXT NOT NULL,
    progress INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    lease_until INTEGER,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER,
    purge_at INTEGER,
    correlation_id TEXT NOT NULL,
    request_hash TEXT,
    inputs TEXT NOT NULL,
    outputs TEXT NOT NULL,
    warnings TEXT NOT NULL,
    error TEXT
  ) STRICT;
  CREATE INDEX jobs_by_time ON jobs (created_at);
  CREATE INDEX jobs_by_state ON jobs (state, created_at);
  CREATE INDEX jobs_by_owner ON jobs (owner, state, created_at);
  CREATE INDEX jobs_by_lease ON jobs (lease_until) WHERE lease_until IS NOT NULL;
  CREATE INDEX jobs_by_purge ON jobs (purge_at) WHERE purge_at IS NOT NULL;

  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes TEXT,
    limits TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT;

  CREATE TABLE quota_counts (
    owner TEXT NOT NULL,
    period TEXT NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (owner, period)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE quota_units (
    job_id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    period TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quota_units_by_period ON quota_units (owner, period);
  `,
];
