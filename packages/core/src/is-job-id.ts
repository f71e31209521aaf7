const jobIdPattern = /^[\w-]{1,64}$/;

/**
 * True if a text can be the id of a job: 1 to 64 letters, digits, `-` and `_`, because ids are segments of URLs and of blob
 * keys.
 */
export function isJobId(text: unknown): text is string {
  return typeof text === 'string' && jobIdPattern.test(text);
}
