/** Where the files of a job lie in the blob store. Outputs stand under the fence of their run: two runs never mix. */
export const jobKeys = {
  root: 'jobs',
  job: (jobId: string) => `jobs/${jobId}`,
  input: (jobId: string, submission: string, index: number) => `jobs/${jobId}/in-${submission}/${index}`,
  run: (jobId: string, fence: number) => `jobs/${jobId}/out-${fence}`,
  output: (jobId: string, fence: number, index: number) => `jobs/${jobId}/out-${fence}/${index}`,
} as const;
