/** What `platen --help` prints. */
export const overview = `platen: convert PDF and image files

  platen serve                                 serve the HTTP interface
  platen worker                                work on the jobs that servers on other machines take in
  platen migrate                               bring the database that machines share up to date
  platen convert <operation> <files…> -o <file or folder>
                                               convert files here and now, or on a server
  platen mcp                                   serve conversions as tools to an agent, over standard input and output
  platen keys create | list | rotate | revoke  API keys of a server
  platen jobs list | show | cancel | retry     jobs of a server
  platen webhooks create | list | secret | rotate | remove | deliveries | replay
                                               endpoints that are told when jobs end
  platen languages list | add                  languages that text is recognised in
  platen models list | add                     models of the second reader for scans
  platen inspect <file.pdf>                    show what is understood of a PDF
  platen doctor                                look whether everything is in place
  platen bench                                 measure this machine, and which settings to take
  platen completion bash | zsh | fish          completion for a shell

For example: platen convert to-word report.pdf -o report.docx
             platen convert compress "in/**/*.pdf" -o out/

  platen <command> --help                      the options of a command
  platen <command> --json                      results as JSON, and errors as {"error": {code, message, details}}
  platen --version                             the version of Platen and of Node

Ends with 0 when all went well, 1 on an unexpected error, 2 when the command line or the kind of file is wrong,
3 when a file could not be converted, 4 when something it needs is missing or busy, 5 when some of several files could not be
converted, 130 after Ctrl-C, 143 after SIGTERM, 129 when its terminal was closed.`;
