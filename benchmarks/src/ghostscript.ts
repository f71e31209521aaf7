/** The command line that compresses a PDF by Ghostscript for the screen; it is given up after two minutes. */
export function ghostscriptCompress(source: string, target: string): string {
  return `timeout 120 gs -q -dNOPAUSE -dBATCH -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/ebook -sOutputFile='${target}' '${source}'`;
}
