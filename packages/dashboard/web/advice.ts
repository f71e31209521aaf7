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

const byReason: Readonly<Record<string, Advice>> = {
  damaged_file: {
    title: 'The file is damaged',
    todo: 'Open it in a viewer and save it anew, or ask for it again: it may have been cut off on its way.',
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
    todo: 'Look how many pages the file has and correct the option "pages".',
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
  output_limit: {
    title: 'It would produce too much',
    todo: 'Choose fewer pages at a time, or have the limit that the message names raised.',
  },
  worker_crashed: {
    title: 'The conversion crashed',
    todo: 'Run it again. If it crashes again, the file itself is the cause: report it with the correlation id.',
  },
  internal: {
    title: 'Something unexpected went wrong',
    todo: 'The log of the service says more: look there for the correlation id.',
  },
  password_required: { title: 'The file is protected', todo: 'Give its password and run it again.' },
  password_incorrect: { title: 'That is not its password', todo: 'Correct the password and run it again.' },
  queue_full: { title: 'The queue is full', todo: 'Wait until some of the waiting jobs are done, or add a machine.' },
  storage_full: { title: 'The disk is full', todo: 'Free some space on the host; then run it again.' },
};

const byCode: Readonly<Record<string, (trouble: Trouble) => Advice>> = {
  INTERNAL_ERROR: () => ({
    title: 'A fault of the software',
    todo: 'The file is not to blame. The log of the service has the stack under the correlation id: report it with that.',
  }),
  FILE_TOO_LARGE: ({ details }) => ({
    title: 'The file is too large',
    todo: `Files of up to ${bytes(Number(details.limitBytes ?? 0))} are taken here. Compress or split it, or have the limit raised.`,
  }),
  UNSUPPORTED_FORMAT: ({ details }) => ({
    title: 'This kind of file is not taken',
    todo: Array.isArray(details.accepted) ? `Choose one of ${details.accepted.join(', ')}.` : 'Choose another file.',
  }),
  INVALID_REQUEST: () => ({ title: 'Something needs correcting', todo: 'Correct what is named here and try again.' }),
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
    todo: 'It was removed, or its time was over: records are kept for a while only.',
  }),
  FORBIDDEN: () => ({ title: 'You may not do that', todo: 'Ask somebody who may manage this dashboard.' }),
  SERVICE_UNAVAILABLE: () => ({
    title: 'Not possible right now',
    todo: 'Try again in a moment. If it lasts, look at the page Health.',
  }),
  OFFLINE: () => ({
    title: 'No connection',
    todo: 'Check your network and whether the service runs; this page goes on by itself.',
  }),
};

/** The advice for an error of a job or an answer. */
export function adviceFor(trouble: Trouble): Advice {
  const known = byReason[String(trouble.details.reason)] ?? byCode[trouble.code]?.(trouble);
  return known ?? { title: 'Something went wrong', todo: 'Try again. If it lasts, look into the log of the service.' };
}
