/** Longest name kept, in bytes of UTF-8: leaves room for what an operation adds within the 255 of most file systems. */
const maxNameBytes = 200;

/** Control characters, and the invisible ones that reorder or hide text: bidi controls, zero-width characters, BOM. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** What browsers write for a quote, CR and LF in a file name (HTML, *multipart form data*); they leave a `%` as it is. */
const escaped = /%(?:22|0d|0a)/gi;
const reserved = /[<>:"|?*]/g;
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A client's file name as one that can be shown, stored and sent back anywhere: the last segment of a path, without
 * control, bidi and reserved characters, in whichever way they are escaped, at most 200 bytes with its extension kept. Never empty, never `.` or `..`.
 */
export function safeFileName(name: string): string {
  const lastSegment =
    name.toWellFormed().replace(escaped, decodeURIComponent).replace(invisible, '').split(/[/\\]/).at(-1) ?? '';
  const trimmed = lastSegment
    .normalize('NFC')
    .replace(reserved, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
    .replace(deviceName, '_$1');
  return trimmed === '' ? 'file' : shorten(trimmed);
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = Buffer.from(name.slice(0, name.length - extension.length));
  const kept = stem.subarray(0, maxNameBytes - extension.length).toString();
  // A character cut in half decodes to U+FFFD; a space or dot that was amid the name is at its end now.
  return `${kept.replace(/[\ufffd\s.]+$/, '')}${extension}`;
}
