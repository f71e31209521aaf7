/** A client that sends nothing of its upload, or takes nothing of its answer, for this long is gone, or means harm: it holds a connection and an open file. */
export const maxSilenceMs = 120_000;
