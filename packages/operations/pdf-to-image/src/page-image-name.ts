/**
 * Names the image of a page: `report-003.png`, padded to the digits of the document's last page and at least three, so
 * that files sort as pages do. The page number is that of the document, whatever was selected; the only page of a
 * document needs none and gives `report.png`.
 */
export function pageImageName(
  fileName: string,
  { page, pageCount, format }: { readonly page: number; readonly pageCount: number; readonly format: string },
): string {
  const base = fileName.replace(/\.pdf$/i, '') || 'page';
  if (pageCount === 1) return `${base}.${format}`;
  return `${base}-${String(page).padStart(Math.max(3, String(pageCount).length), '0')}.${format}`;
}
