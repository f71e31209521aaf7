-- Two roles with the least that they need: run it once, as a superuser, in the database that Platen shall use:
--   psql -d platen -f roles.sql
-- platen_owner makes and changes tables: "platen migrate" runs as this one, and nothing else does.
-- platen_node reads and writes rows: every node runs as this one, with --no-migrate.
-- Give them passwords afterwards, in psql: \password platen_owner and \password platen_node
CREATE ROLE platen_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE ROLE platen_node LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE;

-- Nobody else connects to this database, or makes anything in it.
DO $$ BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO platen_owner, platen_node', current_database());
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

CREATE SCHEMA platen AUTHORIZATION platen_owner;
CREATE SCHEMA platen_queue AUTHORIZATION platen_owner;
GRANT USAGE ON SCHEMA platen, platen_queue TO platen_node;

-- Of whatever platen_owner makes in them, now and with later versions. Functions may be called by everybody who gets at the schema.
ALTER DEFAULT PRIVILEGES FOR ROLE platen_owner IN SCHEMA platen, platen_queue
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO platen_node;
ALTER DEFAULT PRIVILEGES FOR ROLE platen_owner IN SCHEMA platen, platen_queue
  GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO platen_node;
