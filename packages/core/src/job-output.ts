/** Outputs of a completed job that are inputs of another job: all of them in order, or one. */
export interface JobOutput {
  readonly jobId: string;
  /** Number of the output, from 1; all outputs by default. */
  readonly output?: number;
}

/** True if an input is the output of another job. */
export function isJobOutput<Input>(input: Input | JobOutput): input is JobOutput {
  return typeof input === 'object' && input !== null && 'jobId' in input;
}

const referencePattern = /^([\w-]{1,64})(?:\/([1-9]\d{0,5}))?$/;

/** Reads `<jobId>` or `<jobId>/<n>`; null for any other text. */
export function parseJobOutput(text: string): JobOutput | null {
  const [, jobId, output] = referencePattern.exec(text.trim()) ?? [];
  if (jobId === undefined) return null;
  return output === undefined ? { jobId } : { jobId, output: Number(output) };
}

/** `<jobId>` or `<jobId>/<n>`. */
export function formatJobOutput({ jobId, output }: JobOutput): string {
  return output === undefined ? jobId : `${jobId}/${output}`;
}
