import type { JobRecord, JobSummary, StoredFile } from '@platen/core';

/** A job as a row of a list shows it. */
export function viewSummary({ limits: _, ...summary }: JobSummary) {
  return summary;
}

/** A job as its own page shows it: whole, but for what only stores and nodes need. */
export function viewJob(job: JobRecord) {
  const { requestHash: _, leaseUntil: __, inputs, outputs, ...shown } = job;
  return { ...shown, inputs: inputs.map(viewFile), outputs: outputs.map(viewFile) };
}

function viewFile({ fileName, mediaType, sizeBytes }: StoredFile) {
  return { fileName, mediaType, sizeBytes };
}
