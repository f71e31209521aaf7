import {
  type CheckedOptions,
  type FieldProblem,
  invalidRequest,
  type JobWarning,
  type JobWebhooks,
  type Operation,
} from '@platen/core';
import {
  isJobOutput,
  type OptionFields,
  perFileProblems,
  tryCheckOptions,
  unknownOptions,
} from '@platen/core/internal';
import { fromField } from './from-field.ts';
import type { Upload } from './receive-upload.ts';
import { readWebhookUrl, webhookUrlField } from './webhook-url.ts';

/** The options of a form, known to be good. */
export interface CheckedForm {
  /** As the operation understands them, each default included. */
  readonly checked: CheckedOptions;
  /** What the client asked for itself, in the words of the operation: the same for every spelling of the same request. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** One for each field that means nothing to the operation. */
  readonly warnings: readonly JobWarning[];
  /** Receives a webhook when the job ends; null for none. */
  readonly webhookUrl: string | null;
}

/** What a form is checked by. */
export interface FormRules {
  readonly operation: Operation;
  readonly fields: OptionFields;
  readonly maxFiles: number;
  /** Decides about the URL a job brings along; null where none is taken. */
  readonly webhooks: JobWebhooks | null;
}

/** Further problems are dropped: a form of a thousand empty files has a thousand. */
const maxProblems = 20;

/** Checks files and options of a form; rejects with one `INVALID_REQUEST` for all that is wrong with it. */
export async function checkForm(upload: Upload, rules: FormRules): Promise<CheckedForm> {
  const { operation, fields, maxFiles } = rules;
  const values = groupFields(upload);
  const known = [...values].filter(([name]) => fields.has(name));
  const repeated = known.filter(([name, sent]) => sent.length > 1 && !fields.isList(name));
  const options = Object.fromEntries(
    known.filter((entry) => !repeated.includes(entry)).map(([name, sent]) => [name, sent.length > 1 ? sent : sent[0]]),
  );
  const result = await tryCheckOptions(operation, options);
  const webhook = readWebhookUrl(values.get(webhookUrlField), fields, rules.webhooks);
  const problems = [
    ...countProblems(operation, upload, maxFiles),
    ...upload.problems,
    ...repeated.map(([field, sent]) => ({ field, problem: `was sent ${sent.length} times; send it once` })),
    ...('problems' in result ? result.problems : listProblems(operation, result.checked.options, upload)),
    ...(webhook.problem === null ? [] : [webhook.problem]),
  ];
  if ('problems' in result || problems.length > 0) throw invalidRequest(problems.slice(0, maxProblems));
  const own = [webhookUrlField, fromField];
  const unknown = [...values.keys()].filter((name) => !fields.has(name) && !own.includes(name));
  return {
    checked: result.checked,
    sent: withoutDefaults(options, result.checked, fields),
    webhookUrl: webhook.url,
    warnings: unknownOptions(operation, unknown),
  };
}

/** The options that were sent, but for a default that is spelled out: it is what sending nothing means. */
function withoutDefaults(
  sent: Readonly<Record<string, unknown>>,
  { options, secrets }: CheckedOptions,
  { schemas }: OptionFields,
): Readonly<Record<string, unknown>> {
  // An operation may keep an option under another name: then it counts as it was sent.
  const understood: Readonly<Record<string, unknown>> = { ...sent, ...options, ...secrets };
  const names = Object.keys(sent).filter(
    (name) => JSON.stringify(understood[name]) !== JSON.stringify(schemas[name]?.default),
  );
  return Object.fromEntries(names.map((name) => [name, understood[name]]));
}

/** An empty value is what a form sends for an input left blank: a field of nothing else is as good as not sent. */
function groupFields({ fields }: Upload): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(fields, ({ name }) => name);
  return new Map(
    [...groups]
      .map(([name, sent]): [string, string[]] => [name, sent.map(({ value }) => value)])
      .filter(([, values]) => values.some((value) => value !== '')),
  );
}

/** How many files there are is known once those of other jobs are: the engine compares then. */
function listProblems(
  operation: Operation,
  options: Readonly<Record<string, unknown>>,
  { files, fileCount }: Upload,
): readonly FieldProblem[] {
  return files.some(isJobOutput) ? [] : perFileProblems(operation, options, fileCount);
}

function countProblems({ files }: Operation, upload: Upload, maxFiles: number): readonly FieldProblem[] {
  const { fileCount, faultyCount } = upload;
  const outputCount = upload.files.filter(isJobOutput).length;
  const count = fileCount + outputCount;
  // A job may have any number of outputs: the engine counts them.
  if (outputCount > 0 && count <= maxFiles) return [];
  const field = maxFiles === 1 ? 'file' : 'files';
  if (count < files.min) {
    // Too few, for the reason given by the problems of the upload.
    if (count + faultyCount >= files.min) return [];
    const problem = count === 0 ? 'no file was sent' : `at least ${files.min} needed, ${count} sent`;
    return [{ field, problem }];
  }
  return count > maxFiles ? [{ field, problem: `at most ${maxFiles} allowed, ${count} sent` }] : [];
}
