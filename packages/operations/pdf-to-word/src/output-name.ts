/** `report.pdf` → `report.docx`; a name without an ending gets one. */
export function outputName(inputName: string): string {
  const stem = inputName.replace(/\.pdf$/i, '');
  return `${stem === '' ? 'document' : stem}.docx`;
}
