/** Where the files of a job are in the blob store. Outputs are under the fence of their run: two runs never mix. */
export const jobKeys = {
  root: 'jobs',
  job: (jobId: string) => `jobs/${jobId}`,
  /** Names the node that wrote it, so that the leftovers of a dead node can be recognised. */
  input: (jobId: string, nodeId: string, submission: string, index: number) =>
    `jobs/${jobId}/in-${nodeId}.${submission}.${index}`,
  run: (jobId: string, fence: number) => `jobs/${jobId}/out-${fence}`,
  output: (jobId: string, fence: number, index: number) => `jobs/${jobId}/out-${fence}/${index}`,
} as const;

/** What a key says about its blob. */
export type ParsedKey =
  | { readonly jobId: string; readonly kind: 'input'; readonly nodeId: string }
  | { readonly jobId: string; readonly kind: 'output'; readonly fence: number }
  | { readonly jobId: string; readonly kind: 'other' };

const keyPattern = /^jobs\/([^/]+)(?:\/(?:in-([\w-]+)\.|out-(\d+)\/))?/;

/** Null for a key that does not belong to a job. */
export function parseJobKey(key: string): ParsedKey | null {
  const [, jobId, nodeId, fence] = keyPattern.exec(key) ?? [];
  if (jobId === undefined) return null;
  if (nodeId !== undefined) return { jobId, kind: 'input', nodeId };
  return fence === undefined ? { jobId, kind: 'other' } : { jobId, kind: 'output', fence: Number(fence) };
}
