/**
 * A client that neither sends its upload nor reads its response for this long is gone or hostile: it holds a connection
 * and an open file.
 */
export const maxSilenceMs = 120_000;
