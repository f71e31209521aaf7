import type { FieldProblem, JobOutput } from '@platen/core';
import { type OptionFields, parseJobOutput } from '@platen/core/internal';

/** The field of a submission that names outputs of a job as inputs: `<jobId>` or `<jobId>/<n>`. It may be repeated. */
export const fromField = 'from';

/** Whether a form may have the field: an operation that has an option of that name keeps it. */
export function takesFrom(options: OptionFields): boolean {
  return !options.has(fromField);
}

/** Reads one value of the field. */
export function readFrom(text: string): JobOutput | FieldProblem {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  const problem = `"${shown}" is not the id of a job, such as <jobId>, or of one of its outputs, such as <jobId>/2`;
  return parseJobOutput(text) ?? { field: fromField, problem };
}
