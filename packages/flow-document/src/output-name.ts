/** `report.pdf` → `report.docx`; a name without an extension gets one. */
export function outputName(inputName: string, extension: string): string {
  const stem = inputName.replace(/\.pdf$/i, '');
  return `${stem === '' ? 'document' : stem}.${extension}`;
}
