/** Returns the time in milliseconds since the epoch. Tests pass a fake clock. */
export interface Clock {
  now(): number;
}

/** The clock of the machine. It can be set back. */
export const systemClock: Clock = { now: () => Date.now() };

/** Generates unique ids; random UUIDs by default. */
export type IdGenerator = () => string;

/** A random UUID (version 4). */
export const randomId: IdGenerator = () => crypto.randomUUID();

type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The methods of a logger that Platen calls. A logger of pino fits. */
export interface Logger {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

const ignore: LogMethod = () => {};

/** A logger that logs nothing. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
