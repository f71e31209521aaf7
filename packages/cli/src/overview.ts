/** What `platen --help` prints. */
export const overview = `platen: convert PDF and image files

  platen serve                                 serve the HTTP interface
  platen worker                                run the jobs that servers on other machines accept
  platen migrate                               update the tables of the shared database
  platen convert <operation> <files…> -o <file or folder>
                                               convert files on this machine or on a server
  platen mcp                                   offer conversions to an agent as tools, over standard input and output
  platen keys create | list | rotate | revoke  manage the API keys of a server
  platen jobs list | show | cancel | retry     look at the jobs of a server and change them
  platen webhooks create | list | test | secret | rotate | remove | deliveries | replay
                                               manage the endpoints that are notified when jobs end
  platen languages list | add                  manage the languages of text recognition
  platen models list | add                     manage the models of the second reader for scans
  platen inspect <file.pdf>                    show how Platen reads a PDF
  platen doctor                                check this machine and its data
  platen bench                                 measure this machine and suggest settings
  platen completion bash | zsh | fish          print the completion script of a shell

For example: platen convert to-word report.pdf -o report.docx
             platen convert compress "in/**/*.pdf" -o out/

  platen <command> --help                      the options of a command
  platen <command> --json                      results as JSON, and errors as {"error": {code, message, details}}
  platen --version                             the version of Platen and of Node

Exit codes: 0 success, 1 unexpected error, 2 wrong command line or kind of file, 3 a file could not be converted, 4 something
that the command needs is missing or busy, 5 some of several files could not be converted, 130 after Ctrl-C, 143 after SIGTERM,
129 when the terminal was closed.`;
