/** What `platen --help` prints. */
export const overview = `platen: convert PDF and image files

  platen serve                           serve the HTTP interface
  platen convert <operation> <files…>    convert files here and now
  platen keys create | list | revoke     API keys of a server
  platen inspect <file.pdf>              show what is understood of a PDF
  platen doctor                          look whether everything is in place

  platen <command> --help                the options of a command

Ends with 0 when all went well, 1 on an unexpected error, 2 when the command line or the kind of file is wrong,
3 when a file could not be converted, 4 when something it needs is missing or busy, 130 after Ctrl-C.`;
