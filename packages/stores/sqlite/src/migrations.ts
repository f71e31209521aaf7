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
  `
  ALTER TABLE jobs RENAME COLUMN owner TO owner_id;
  ALTER TABLE jobs ADD COLUMN key_id TEXT;
  ALTER TABLE jobs ADD COLUMN releases INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN node_id TEXT;
  ALTER TABLE jobs ADD COLUMN available_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN runs TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE jobs ADD COLUMN quota_period TEXT;
  ALTER TABLE jobs ADD COLUMN purge_held_until INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN file_name TEXT;
  ALTER TABLE jobs ADD COLUMN input_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN input_bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN output_count INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN output_bytes INTEGER NOT NULL DEFAULT 0;
  -- Until now the owner of a job was the key it came with.
  UPDATE jobs SET
    key_id = owner_id,
    available_at = created_at,
    updated_at = coalesce(finished_at, started_at, created_at),
    file_name = json_extract(inputs, '$[0].fileName'),
    input_count = json_array_length(inputs),
    input_bytes = (SELECT coalesce(sum(json_extract(value, '$.sizeBytes')), 0) FROM json_each(inputs)),
    output_count = json_array_length(outputs),
    output_bytes = (SELECT coalesce(sum(json_extract(value, '$.sizeBytes')), 0) FROM json_each(outputs));

  -- A unit is held by the row of its job. Those that failed jobs had kept are given back here.
  UPDATE jobs SET quota_period = (SELECT period FROM quota_units WHERE job_id = jobs.id)
    WHERE state IN ('queued', 'processing');
  UPDATE quota_counts SET used = used - (
    SELECT count(*) FROM quota_units JOIN jobs ON jobs.id = quota_units.job_id
    WHERE quota_units.owner = quota_counts.owner AND quota_units.period = quota_counts.period
      AND jobs.state IN ('failed', 'cancelled'));
  DROP TABLE quota_units;
  ALTER TABLE quota_counts RENAME COLUMN owner TO owner_id;

  DROP INDEX jobs_by_time;
  DROP INDEX jobs_by_state;
  DROP INDEX jobs_by_owner;
  CREATE INDEX jobs_by_time ON jobs (created_at, id);
  CREATE INDEX jobs_by_state ON jobs (state, created_at, id);
  CREATE INDEX jobs_by_owner ON jobs (owner_id, created_at, id);

  -- How many jobs of each owner are in each state, kept by the database itself: counting rows would make every
  -- submission as slow as the queue is long. An owner is written '=' and its id, no owner ''.
  CREATE TABLE job_counts (
    state TEXT NOT NULL,
    owner TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    PRIMARY KEY (state, owner)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO job_counts SELECT state, coalesce('=' || owner_id, ''), count(*) FROM jobs GROUP BY 1, 2;
  CREATE TRIGGER job_arrived AFTER INSERT ON jobs BEGIN
    INSERT INTO job_counts VALUES (NEW.state, coalesce('=' || NEW.owner_id, ''), 1)
      ON CONFLICT DO UPDATE SET jobs = jobs + 1;
  END;
  CREATE TRIGGER job_moved AFTER UPDATE OF state ON jobs WHEN OLD.state <> NEW.state BEGIN
    UPDATE job_counts SET jobs = jobs - 1 WHERE state = OLD.state AND owner = coalesce('=' || OLD.owner_id, '');
    DELETE FROM job_counts WHERE state = OLD.state AND owner = coalesce('=' || OLD.owner_id, '') AND jobs = 0;
    INSERT INTO job_counts VALUES (NEW.state, coalesce('=' || NEW.owner_id, ''), 1)
      ON CONFLICT DO UPDATE SET jobs = jobs + 1;
  END;
  CREATE TRIGGER job_left AFTER DELETE ON jobs BEGIN
    UPDATE job_counts SET jobs = jobs - 1 WHERE state = OLD.state AND owner = coalesce('=' || OLD.owner_id, '');
    DELETE FROM job_counts WHERE state = OLD.state AND owner = coalesce('=' || OLD.owner_id, '') AND jobs = 0;
  END;

  CREATE TABLE usage_days (
    day TEXT NOT NULL,
    owner TEXT NOT NULL,
    operation TEXT NOT NULL,
    completed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    processing_ms INTEGER NOT NULL,
    input_bytes INTEGER NOT NULL,
    output_bytes INTEGER NOT NULL,
    PRIMARY KEY (day, owner, operation)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job_id TEXT NOT NULL,
    owner_id TEXT,
    topic TEXT NOT NULL,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    available_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX outbox_by_time ON outbox (available_at, id);

  CREATE TABLE leaders (
    role TEXT PRIMARY KEY,
    node_id TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    report TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE keys ADD COLUMN owner_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE keys ADD COLUMN successor_id TEXT;
  UPDATE keys SET owner_id = id;
  `,
  `
  ALTER TABLE jobs ADD COLUMN duration_ms INTEGER NOT NULL DEFAULT 0;
  UPDATE jobs SET duration_ms = max(0, finished_at - started_at)
    WHERE finished_at IS NOT NULL AND started_at IS NOT NULL;
  `,
  `
  CREATE TABLE webhook_endpoints (
    id TEXT PRIMARY KEY,
    owner_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    endpoint TEXT NOT NULL
  ) STRICT;

  CREATE TABLE webhook_deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    available_at INTEGER NOT NULL,
    problem TEXT,
    UNIQUE (event_id, endpoint_id)
  ) STRICT;
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (state, available_at);
  CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number);
  `,
  `
  -- Where to tell of the end of one job: kept beside its record, as secrets are, for it may hold one.
  ALTER TABLE jobs ADD COLUMN webhook_url TEXT;
  ALTER TABLE outbox ADD COLUMN webhook_url TEXT;
  ALTER TABLE webhook_deliveries ADD COLUMN url TEXT;
  `,
  `
  -- The listing reads each state of an owner by itself.
  DROP INDEX jobs_by_owner;
  CREATE INDEX jobs_by_owner_state ON jobs (owner_id, state, created_at, id);

  DROP INDEX webhook_deliveries_due;
  CREATE INDEX webhook_deliveries_pending
    ON webhook_deliveries (endpoint_id, coalesce(url, ''), available_at, number) WHERE state = 'pending';
  -- What lies ahead after the clock was set back.
  CREATE INDEX webhook_deliveries_ahead ON webhook_deliveries (updated_at) WHERE state = 'pending';
  CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (updated_at) WHERE state <> 'pending';
  CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state, number);
  `,
  `
  -- The trace that a submission belongs to, as W3C's traceparent.
  ALTER TABLE jobs ADD COLUMN traceparent TEXT;
  ALTER TABLE webhook_deliveries ADD COLUMN traceparent TEXT;
  -- What is late, and by how much.
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (available_at) WHERE state = 'pending';
  CREATE INDEX outbox_by_age ON outbox (created_at);
  `,
  `
  -- All that the backlog is read from, in its order: of the rows themselves none.
  CREATE INDEX jobs_backlog ON jobs (operation, state, created_at) WHERE state IN ('queued', 'processing');
  CREATE INDEX webhook_deliveries_by_endpoint_state ON webhook_deliveries (endpoint_id, state, number);
  `,
];
