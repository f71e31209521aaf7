/** `FPDF_ANNOT` of fpdfview.h: annotations are drawn with their page. */
export const flagAnnotations = 0x01;
/** `FPDF_REVERSE_BYTE_ORDER` of fpdfview.h. */
export const flagRgbOrder = 0x10;
