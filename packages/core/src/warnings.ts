/**
 * Every warning of Platen's operations, with its meaning. A job with a warning completed, but something in its result
 * differs from the file. Your own operations may have other codes.
 */
export const warningTable = {
  ACTIVE_CONTENT: 'Scripts, launch, submit or opening actions were kept. `activeContent: remove` removes them.',
  ACTIVE_CONTENT_REMOVED:
    'Scripts, launch, submit or opening actions were removed, as `activeContent: remove` asks or because a standard forbids them.',
  AMOUNTS_LEFT_OUT: 'Amounts, dates or identifiers in running text are not in the workbook. `content: all` adds them.',
  ANIMATION_STILL: 'The image is animated; the result has its first frame only.',
  ATTACHMENTS_IN_FIRST_PART: 'The attachments of the document are in the first part only.',
  CLAIM_DROPPED:
    'The result no longer claims a standard, such as PDF/A or an electronic invoice. The message says why.',
  COLORS_KEPT: 'Some colours could not be converted to grey and were kept.',
  COLUMNS_BY_BALANCE:
    'Amounts were moved to the other of two columns, because the running balance shows that they belong there.',
  CONFORMANCE_NOT_REACHED: 'The file cannot conform to the standard, so it does not claim to. The message says why.',
  CONTENT_BESIDE_PAGES:
    'The file has content that is not on its pages, such as an XFA form or the files of a portfolio.',
  EMPTY_SELECTION: 'An item of `pages` selects no page and made no part.',
  ENCRYPTION_REMOVED: 'The file was encrypted; the result is not.',
  FEWER_PARTS: 'The document has fewer pages than `parts`, so there are fewer parts.',
  FIELDS_REDRAWN: 'Form fields have no stored appearance, so each viewer draws them in its own way.',
  FIELDS_RENAMED:
    'Form fields of the same name were renamed. Scripts that look up a field by name find the field of the first file.',
  FIGURES_IN_DOUBT: 'Figures of scanned pages were read with little confidence. Compare the cells with the page.',
  FONT_MISSING: 'A font is neither in the file nor on the server; another one was used.',
  INTERNAL_ERROR:
    'A part of a page was lost because of a fault in Platen. The message names the part; please report it.',
  INVOICE_REPEATED: 'Several parts contain the same electronic invoice as a whole. Book only one of them.',
  LAYOUT_KEPT:
    'As running text, a page would become longer or leave what is drawn on it, so its paragraphs are in frames at their places.',
  LOW_CONFIDENCE: 'A page was read with little confidence. The message names the script that it looks like.',
  NO_BOOKMARKS: 'The document has no bookmarks to split at and stays in one part.',
  NO_TABLES: 'No tables were found; the text was laid out in rows and columns.',
  OUTPUT_DAMAGED: 'An output was damaged in storage after the job had completed. Send the request again.',
  OUTPUT_INTENT_CHANGED:
    'Colours of a file may look different, because the result has the output intent of another file.',
  PAGES_CLIPPED: 'A selection goes past the last page and was cut there.',
  PAGES_REPEATED: 'A page was selected more than once and is in the file once.',
  PAGE_DEGRADED: 'A part of a page is damaged or too large and was left out. The message names it.',
  PAGE_NOT_DRAWN: 'Drawing a page would exceed a limit; its text was kept, its drawings were left out.',
  PAGE_NOT_READ: 'The text of a page was not recognised.',
  PAGE_REDUCED: 'A page is larger than the format allows and was reduced, with everything on it.',
  PART_TOO_LARGE: 'A single page is larger than `maxSize`, so its part is too.',
  PORTFOLIO_REMOVED: 'The file is a portfolio: its files became attachments, and its cover page was removed.',
  REPAIRED: 'The file was damaged and repaired. The message lists what could not be recovered.',
  RUNNING_LINES_LEFT_OUT: 'The headers and footers that the pages share are left out.',
  SAMPLES_STRETCHED: 'The image does not define black and white, so its range of values was stretched.',
  SAMPLES_UNSIGNED: 'The image says that its samples are signed; they were read as unsigned.',
  SIGNATURE_BROKEN: 'A digital signature is not valid for the result.',
  SIZE_NOT_REACHED: 'The file cannot be made as small as requested. The message says how small it is.',
  SUMS_DIFFER: 'Totals, balances or products do not add up. Compare the rows with the page.',
  SVG_COARSE: 'The drawing takes so long that it was made at a lower resolution.',
  SVG_PARTS_LEFT_OUT: 'Parts of the drawing were left out, such as scripts and other files.',
  TEXT_DOUBTFUL:
    'Fonts map different glyphs to one character. The text was corrected where the shape of a glyph shows its character.',
  TEXT_HIDDEN: 'Text that the file hides or paints over was left out.',
  TEXT_IN_PICTURES: 'Some text of the result is in pictures, so it cannot be edited or searched.',
  TEXT_LAYER_TAKEN: 'Another program recognised the text of a scan. `ocr: force` reads it again.',
  TEXT_NOT_READABLE:
    'Fonts of a page do not say which characters they show. The message says what was done with the text.',
  TEXT_UNREAD: 'A page has ink, but hardly any text was read.',
  UNKNOWN_FIELD: 'The operation has no such option; it was ignored.',
  WORDS_MISSING: 'More than one in a thousand words of the pages, or a whole line of them, is missing in the document.',
  XFA_REMOVED: 'An XFA form was reduced to its plain form fields.',
} as const;

/** A code of `warningTable`. */
export type WarningCode = keyof typeof warningTable;
