/**
 * Whether a list of entity tags, as in `If-Match` and `If-None-Match`, has this strong one or is `*` (RFC 9110, 13.1). A
 * weak comparison takes `W/"x"` for `"x"`; in a strong one nothing weak is equal to anything.
 */
export function hasEntityTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags = list.split(',').map((tag) => tag.trim());
  return tags.includes(etag) || (comparison === 'weak' && tags.includes(`W/${etag}`));
}
