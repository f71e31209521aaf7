/** Milliseconds since the epoch, and timers: replaced by a fake one in tests. */
export interface Clock {
  now(): number;
}

/** The clock of the machine, which may be set back. */
export const systemClock: Clock = { now: () => Date.now() };

/** Makes unique ids: UUIDs unless replaced. */
export type IdGenerator = () => string;

/** A random UUID (version 4). */
export const randomId: IdGenerator = () => crypto.randomUUID();

type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The shape of a pino logger: hand in yours. */
export interface Logger {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

const ignore: LogMethod = () => {};

/** Says nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
