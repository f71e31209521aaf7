export { isSymbolFamily } from './analysis/fonts/is-symbol-family.ts';
export { convertDocument } from './convert-document.ts';
export type {
  AnchorEdge,
  Block,
  FootnoteInline,
  Inline,
  LinkInline,
  Paragraph,
  PictureInline,
  PicturePlacement,
  PictureText,
  ShapeInline,
  TableBlock,
  TableCellContent,
  TableRow,
  TextBoxInline,
} from './model/blocks.ts';
export type { DocumentProperties, DocumentStyles, FontEntry, HeadingStyle } from './model/document-styles.ts';
export type {
  FlowDocumentHead,
  FlowDocumentTail,
  FlowDocumentWriter,
  FlowFormat,
} from './model/flow-document-writer.ts';
export type {
  Alignment,
  Border,
  Borders,
  LineSpacing,
  ListDefinition,
  ListLevel,
  ParagraphBorder,
  ParagraphBorders,
  ParagraphFormat,
  RunStyle,
  TabStop,
} from './model/formats.ts';
export type { ColumnLayout, Furniture, LineNumbering, SectionLayout } from './model/sections.ts';
export { spacerParagraph } from './model/spacer-paragraph.ts';
export { titleLevel } from './model/title-level.ts';
export type { ReadingOptions } from './reading-options.ts';
