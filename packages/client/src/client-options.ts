/** The server, the key and the deadlines of a client. Durations are in milliseconds. */
export interface ClientOptions {
  /** The address at which Platen is mounted, with its prefix: `https://api.example.com` or `https://example.com/convert`. */
  readonly url: string;
  /** The API key. Null in a page of the same origin whose cookies identify the user (`authenticator` of the host). */
  readonly apiKey: string | null;
  /**
   * Number of attempts after the first one, if another attempt can help: no answer, 409 while the first upload is still
   * received, 429, 502, 503 or 504. Default 4.
   */
  readonly maxRetries?: number;
  /**
   * Upper bound of the first pause between attempts, doubled for each further attempt. The pause is random below the bound,
   * but not shorter than `Retry-After` of the server. Default 500.
   */
  readonly retryDelayMs?: number;
  /** Deadline of a request without a file, and longest time without data in a download. Default 30 000. */
  readonly requestTimeoutMs?: number;
  /** Deadline of one upload. Default 10 minutes. */
  readonly uploadTimeoutMs?: number;
  /** Deadline of `wait`, from its call to the end of the job. Default 30 minutes. */
  readonly waitTimeoutMs?: number;
  /** Called instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Client options with every default in place. */
export interface ResolvedOptions extends Required<Omit<ClientOptions, 'url'>> {
  /** Without a slash at its end. */
  readonly url: string;
}

/** The headers by which the server knows who calls. */
export function keyHeaders({ apiKey }: Pick<ResolvedOptions, 'apiKey'>): Readonly<Record<string, string>> {
  return apiKey === null ? {} : { 'X-API-Key': apiKey };
}

const optionNames: { readonly [Name in keyof ClientOptions]-?: true } = {
  url: true,
  apiKey: true,
  maxRetries: true,
  retryDelayMs: true,
  requestTimeoutMs: true,
  uploadTimeoutMs: true,
  waitTimeoutMs: true,
  fetch: true,
};

type Amount = 'maxRetries' | 'retryDelayMs' | 'requestTimeoutMs' | 'uploadTimeoutMs' | 'waitTimeoutMs';

/** Some 24.8 days: a timer that is set for longer, such as `Infinity`, ends at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Checks options and fills in the defaults; throws a TypeError that names what is wrong. */
export function resolveOptions(options: ClientOptions): ResolvedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError("createClient takes options: createClient({ url: 'https://api.example.com', apiKey })");
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown !== undefined) {
    throw new TypeError(
      `createClient has no option "${unknown}". Its options are ${Object.keys(optionNames).join(', ')}`,
    );
  }
  if (!/^https?:$/.test(parseUrl(options.url)?.protocol ?? '')) {
    throw new TypeError(
      `url must be an absolute http or https URL, not ${options.url === undefined ? 'undefined' : `"${options.url}"`}`,
    );
  }
  if (options.apiKey !== null && (typeof options.apiKey !== 'string' || options.apiKey === ''))
    throw new TypeError('apiKey is missing: is the environment variable that it comes from set?');
  return {
    url: options.url.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    maxRetries: amount('maxRetries', 4),
    retryDelayMs: amount('retryDelayMs', 500),
    requestTimeoutMs: amount('requestTimeoutMs', 30_000),
    uploadTimeoutMs: amount('uploadTimeoutMs', 600_000),
    waitTimeoutMs: amount('waitTimeoutMs', 1_800_000),
    // Bound to nothing: browsers refuse a fetch that is called as a method of something else.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };

  function amount(name: Amount, byDefault: number): number {
    const value = options[name] ?? byDefault;
    if (typeof value === 'number' && value >= 0) return Math.min(value, longestTimerMs);
    throw new TypeError(`${name} must be a number of 0 or more, not ${String(value)}`);
  }
}

function parseUrl(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null; // Not absolute: the caller says so.
  }
}
