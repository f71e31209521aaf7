/** An output of a completed job as an input of another job: all outputs in order, or one. */
export interface JobOutput {
  readonly jobId: string;
  /** Which output, counted from 1; all of them when not given. */
  readonly output?: number;
}

/** Whether an input is what another job made. */
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
