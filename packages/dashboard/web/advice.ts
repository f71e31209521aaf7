import { bytes } from './format.ts';

/** Something that went wrong, whichever way it was reported. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What to say of an error: what happened in a few words, and what to do about it. */
export interface Advice {
  readonly title: string;
  readonly todo: string;
}

/**
 * How a job can be run again: by its button `retry`, with its own files and options; by the `form` that it was sent with; or only by
 * sending the files again (`send`), which are gone.
 */
export type WayAgain = 'retry' | 'form' | 'send';

/** What running again needs, by the reason of the failure; nothing where it is not in the list. */
const needs: Readonly<Record<string, 'password' | 'options' | 'nothing'>> = {
  password_required: 'password',
  password_incorrect: 'password',
  page_out_of_range: 'options',
  no_tables: 'options',
  pixel_limit: 'options',
  page_limit: 'options',
  output_limit: 'options',
  out_of_memory: 'options',
  timeout: 'options',
  worker_crashed: 'nothing',
  storage_full: 'nothing',
};

const again: Readonly<Record<WayAgain, Readonly<Record<'password' | 'options' | 'nothing', string>>>> = {
  retry: {
    password: 'Retry asks for it.',
    options: 'Retry uses the same options: to change them, send the files again.',
    nothing: 'Retry runs it again.',
  },
  form: {
    password: 'Enter it under "More options" and convert again.',
    options: 'Change the options and convert again.',
    nothing: 'Convert again.',
  },
  send: {
    password: 'The files were removed when the job ended: send them again with it.',
    options: 'The files were removed when the job ended: send them again with other options.',
    nothing: 'The files were removed when the job ended: send them again.',
  },
};

const byReason: Readonly<Record<string, Advice>> = {
  damaged_file: {
    title: 'The file is damaged',
    todo: 'Open it in a viewer and save it again, or get it again from its sender: it may have been cut off.',
  },
  timeout: {
    title: 'It took too long',
    todo: 'Convert fewer pages at a time with the option "pages", or have the limit maxRunMs raised.',
  },
  out_of_memory: {
    title: 'It needed too much memory',
    todo: 'Convert fewer pages at a time or at a lower resolution, or have the limit maxMemoryBytes raised.',
  },
  page_out_of_range: {
    title: 'There is no such page',
    todo: 'The option "pages" names a page that the file does not have.',
  },
  no_tables: {
    title: 'No tables were found',
    todo: 'Set "content" to "all" to have the text as well; for a scan set "ocr" to "force".',
  },
  pixel_limit: {
    title: 'A page or image is too large',
    todo: 'Choose a lower "dpi", or have the limit maxPagePixels raised.',
  },
  page_limit: { title: 'Too many pages', todo: 'Split the file first, or have the limit maxPages raised.' },
  structure_limit: {
    title: 'The file expands to far more than its size',
    todo: 'Ask its author to save it again. Such files are usually made to exhaust memory.',
  },
  output_limit: {
    title: 'It would produce too much',
    todo: 'Choose fewer pages at a time, or have the limit that the message names raised.',
  },
  worker_crashed: {
    title: 'The conversion crashed',
    todo: 'If it crashes again, the file is the cause: report it with the correlation id.',
  },
  internal: {
    title: 'Something unexpected went wrong',
    todo: 'Search the log of the service for the correlation id: it says more.',
  },
  password_required: { title: 'The file is protected', todo: 'It needs its password.' },
  encryption_unsupported: {
    title: 'The file is encrypted for certificates',
    todo: 'Save it without encryption, or with a password.',
  },
  password_incorrect: { title: 'That is not its password', todo: 'It needs the right one.' },
  queue_full: { title: 'The queue is full', todo: 'Wait until some jobs have finished, or add a machine.' },
  storage_full: { title: 'The disk is full', todo: 'Free some space on the host.' },
};

const byCode: Readonly<Record<string, (trouble: Trouble) => Advice>> = {
  INTERNAL_ERROR: () => ({
    title: 'A fault of the software',
    todo: 'The file is not the cause. The log of the service has the stack under the correlation id: include it in your report.',
  }),
  FILE_TOO_LARGE: ({ details }) => ({
    title: 'The file is too large',
    todo: `Files of up to ${bytes(Number(details.limitBytes ?? 0))} are accepted. Compress or split this one, or have the limit raised.`,
  }),
  UNSUPPORTED_FORMAT: ({ details }) => ({
    title: 'This kind of file is not supported',
    todo: Array.isArray(details.accepted) ? `Choose one of ${details.accepted.join(', ')}.` : 'Choose another file.',
  }),
  INVALID_REQUEST: () => ({
    title: 'Something needs correcting',
    todo: 'Correct the fields named here and try again.',
  }),
  QUOTA_EXCEEDED: () => ({
    title: 'The quota is used up',
    todo: 'Wait for the next month, or raise the quota of the key.',
  }),
  RATE_LIMITED: ({ details }) => ({
    title: 'Too many requests',
    todo: `Wait ${String(details.retryAfterSeconds ?? 'a few')} seconds and try again.`,
  }),
  NOT_RETRYABLE: () => ({
    title: 'It cannot be run again',
    todo: 'Files are removed when a job ends, unless the host keeps those of failed jobs (keepFailedInputs). Send the file again.',
  }),
  JOB_NOT_FOUND: () => ({
    title: 'This job is gone',
    todo: 'It was removed, or its retention time is over.',
  }),
  FORBIDDEN: () => ({ title: 'You may not do that', todo: 'Ask a manager of this dashboard.' }),
  SERVICE_UNAVAILABLE: () => ({
    title: 'Not possible right now',
    todo: 'Try again in a moment. If it lasts, look at the page Health.',
  }),
  OFFLINE: () => ({
    title: 'No connection',
    todo: 'Check your network and whether the service runs; this page reconnects by itself.',
  }),
};

/** The advice for an error of a job, with how it can be run `way`, or of an answer. */
export function adviceFor(trouble: Trouble, way: WayAgain | null = null): Advice {
  const reason = String(trouble.details.reason);
  const known = byReason[reason] ?? byCode[trouble.code]?.(trouble);
  if (known === undefined)
    return { title: 'Something went wrong', todo: 'Try again. If it happens again, check the log of the service.' };
  const need = needs[reason];
  return way === null || need === undefined ? known : { ...known, todo: `${known.todo} ${again[way][need]}` };
}
