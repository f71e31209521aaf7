/** Statements that are carried out in one transaction, or an index that is made while its table is used. */
export type Migration = string | { readonly index: string; readonly on: string };

/**
 * The steps that a node must know to work with the schema: as many as had been taken when the last step took something
 * away. Nodes of a version with fewer refuse to start; all others may, and leave what they don't know alone.
 */
export const neededSteps = 5;

/** What stands for the URL of a delivery in an index: it may be longer than an entry can be. Null for that of its endpoint. */
export const destination = "hashtextextended(coalesce(url, ''), 0)";

/**
 * The schema, one step an entry: the table `schema_version` has how many a database has seen. An entry that was released
 * never changes; a change of the schema is another one at the end. Texts compare by their bytes (COLLATE "C"), so that
 * an order does not depend on the locale of a server.
 *
 * A step expands: the nodes of the version before go on using the tables, and may start anew. What they need goes one release
 * later. No step keeps writers of a large table waiting: an index is made `CONCURRENTLY`, each in a step of its own.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE jobs (
    id text COLLATE "C" PRIMARY KEY,
    owner_id text COLLATE "C",
    key_id text,
    operation text COLLATE "C" NOT NULL,
    options text NOT NULL,
    secrets text,
    limits text NOT NULL,
    state text COLLATE "C" NOT NULL,
    progress integer NOT NULL,
    attempts integer NOT NULL,
    releases integer NOT NULL,
    fence integer NOT NULL,
    node_id text,
    lease_until bigint,
    available_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    started_at bigint,
    finished_at bigint,
    purge_at bigint,
    purge_held_until bigint NOT NULL DEFAULT 0,
    correlation_id text NOT NULL,
    request_hash text,
    quota_period text,
    file_name text,
    inputs text NOT NULL,
    input_count integer NOT NULL,
    input_bytes bigint NOT NULL,
    outputs text NOT NULL,
    output_count integer NOT NULL,
    output_bytes bigint NOT NULL,
    warnings text NOT NULL,
    error text,
    runs text NOT NULL
  );
  CREATE INDEX jobs_by_time ON jobs (created_at, id);
  CREATE INDEX jobs_by_state ON jobs (state, created_at, id);
  CREATE INDEX jobs_by_owner ON jobs (owner_id, created_at, id);
  -- What bounds are counted with: as long as the queue, however many jobs have ended.
  CREATE INDEX jobs_unfinished ON jobs (state, owner_id) WHERE state IN ('queued', 'processing');
  CREATE INDEX jobs_by_lease ON jobs (lease_until) WHERE state = 'processing';
  CREATE INDEX jobs_by_purge ON jobs (purge_at) WHERE purge_at IS NOT NULL;

  CREATE TABLE keys (
    number bigint GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" PRIMARY KEY,
    owner_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text COLLATE "C" NOT NULL UNIQUE,
    scopes text,
    limits text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint,
    successor_id text
  );

  CREATE TABLE quota_counts (
    owner_id text COLLATE "C" NOT NULL,
    period text COLLATE "C" NOT NULL,
    used integer NOT NULL,
    PRIMARY KEY (owner_id, period)
  );

  CREATE TABLE usage_days (
    day text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    operation text COLLATE "C" NOT NULL,
    completed bigint NOT NULL,
    failed bigint NOT NULL,
    cancelled bigint NOT NULL,
    processing_ms bigint NOT NULL,
    input_bytes bigint NOT NULL,
    output_bytes bigint NOT NULL,
    PRIMARY KEY (day, owner, operation)
  );

  CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id text NOT NULL,
    owner_id text,
    topic text NOT NULL,
    payload text NOT NULL,
    created_at bigint NOT NULL,
    available_at bigint NOT NULL,
    attempts integer NOT NULL
  );
  CREATE INDEX outbox_by_time ON outbox (available_at, id);

  CREATE TABLE leaders (
    role text COLLATE "C" PRIMARY KEY,
    node_id text NOT NULL,
    until bigint NOT NULL
  );

  CREATE TABLE nodes (
    id text COLLATE "C" PRIMARY KEY,
    report text NOT NULL,
    started_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    until bigint NOT NULL
  );
  `,
  `
  -- Unlogged: what it holds is good for a minute, and a crash of the server may empty it.
  CREATE UNLOGGED TABLE rate_windows (
    key text COLLATE "C" PRIMARY KEY,
    allowed_at bigint[] NOT NULL,
    allowed boolean NOT NULL,
    at bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX rate_windows_by_expiry ON rate_windows (expires_at);

  CREATE TABLE link_secrets (
    secret text COLLATE "C" PRIMARY KEY,
    created_at bigint NOT NULL
  );
  `,
  `
  ALTER TABLE jobs ADD COLUMN duration_ms bigint NOT NULL DEFAULT 0;
  UPDATE jobs SET duration_ms = greatest(0, finished_at - started_at)
    WHERE finished_at IS NOT NULL AND started_at IS NOT NULL;
  `,
  `
  CREATE TABLE webhook_endpoints (
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    id text COLLATE "C" PRIMARY KEY,
    owner_id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    endpoint text NOT NULL
  );

  CREATE TABLE webhook_deliveries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id text COLLATE "C" NOT NULL,
    endpoint_id text COLLATE "C" NOT NULL,
    job_id text NOT NULL,
    event text NOT NULL,
    body text NOT NULL,
    created_at bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    attempts integer NOT NULL,
    begun_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    available_at bigint NOT NULL,
    problem text,
    UNIQUE (event_id, endpoint_id)
  );
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, available_at);
  CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number);
  `,
  `
  -- Where to tell of the end of one job: kept beside its record, as secrets are, for it may hold one.
  ALTER TABLE jobs ADD COLUMN webhook_url text;
  ALTER TABLE outbox ADD COLUMN webhook_url text;
  ALTER TABLE webhook_deliveries ADD COLUMN url text;
  `,
  // How many requests each time in `allowed_at` is of; those without a number are of one.
  'ALTER TABLE rate_windows ADD COLUMN counts integer[]',
  { index: 'jobs_by_owner_state', on: 'jobs (owner_id, state, created_at, id)' },
  {
    index: 'jobs_backlog',
    on: "jobs (operation, state, created_at) WHERE state IN ('queued', 'processing')",
  },
  {
    index: 'webhook_deliveries_pending',
    on: `webhook_deliveries (endpoint_id, ${destination}, available_at, number) WHERE state = 'pending'`,
  },
  // What lies ahead after the clock was set back.
  { index: 'webhook_deliveries_ahead', on: "webhook_deliveries (updated_at) WHERE state = 'pending'" },
  { index: 'outbox_ahead', on: 'outbox (created_at)' },
  { index: 'webhook_deliveries_ended', on: "webhook_deliveries (updated_at) WHERE state <> 'pending'" },
  { index: 'webhook_deliveries_by_state', on: 'webhook_deliveries (state, number)' },
  { index: 'webhook_deliveries_by_endpoint_state', on: 'webhook_deliveries (endpoint_id, state, number)' },
  `
  -- One row: which deployment the database belongs to.
  CREATE TABLE deployment (
    id text NOT NULL,
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one)
  );
  `,
  `
  -- The trace that a submission belongs to, as W3C's traceparent.
  ALTER TABLE jobs ADD COLUMN traceparent text;
  ALTER TABLE webhook_deliveries ADD COLUMN traceparent text;
  `,
  `
  CREATE TABLE sign_in_accounts (
    actor text COLLATE "C" PRIMARY KEY,
    role text NOT NULL,
    password_hash text NOT NULL
  );

  -- Of each session what its token hashes to, and the password that began it: it ends with that.
  CREATE TABLE sign_in_sessions (
    id text COLLATE "C" PRIMARY KEY,
    actor text COLLATE "C" NOT NULL,
    password_hash text NOT NULL,
    began_at bigint NOT NULL,
    seen_at bigint NOT NULL
  );
  CREATE INDEX sign_in_sessions_by_time ON sign_in_sessions (seen_at);
  `,
];
