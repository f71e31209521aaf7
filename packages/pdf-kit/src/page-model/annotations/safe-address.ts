/** What a link of a converted document may open: a page, a file on a server, a letter, a call. */
const safeSchemes = /^(?:(?:https?|ftp):\/\/[^/\\?#\s]|(?:mailto|tel|sms):[^\s])/i;

/**
 * The address a link may lead to; null for one that runs a script, opens a file or a program of the reader's machine
 * (`javascript:`, `file:`, `ms-…:`, paths of a network share), or is relative to wherever the document is opened.
 */
export function safeAddress(address: string | undefined): string | null {
  const trimmed = address?.trim() ?? '';
  // Browsers and word processors drop control characters, so that a scheme could hide behind them.
  // Word refuses a whole document for one address that is none, such as `http://[::1`.
  return safeSchemes.test(trimmed) && !/\p{Cc}/u.test(trimmed) && URL.canParse(trimmed) ? trimmed : null;
}
