const jobIdPattern = /^[\w-]{1,64}$/;

/** Whether a text can be the id of a job, which is a segment of URLs and of blob keys: 1 to 64 letters, digits, `-` and `_`. */
export function isJobId(text: unknown): text is string {
  return typeof text === 'string' && jobIdPattern.test(text);
}
