export type {
  AnchorEdge,
  Block,
  BreakInline,
  FootnoteInline,
  Inline,
  LinkInline,
  PageNumberInline,
  Paragraph,
  PictureInline,
  PictureLayers,
  PicturePlacement,
  PictureText,
  ShapeInline,
  TabInline,
  TableBlock,
  TableCellContent,
  TableRow,
  TextBoxInline,
  TextRun,
} from './flow-document/blocks.ts';
export type {
  BodyFormat,
  DocumentProperties,
  DocumentStyles,
  FontEntry,
  HeadingStyle,
} from './flow-document/document-styles.ts';
export type {
  FlowDocumentHead,
  FlowDocumentTail,
  FlowDocumentWriter,
  FlowFormat,
  FlowTarget,
} from './flow-document/flow-document-writer.ts';
export type {
  Alignment,
  Border,
  Borders,
  Frame,
  LineSpacing,
  ListDefinition,
  ListItem,
  ListLevel,
  ParagraphBorder,
  ParagraphBorders,
  ParagraphFormat,
  RunStyle,
  TabStop,
} from './flow-document/formats.ts';
export { anchorParagraph, plainParagraph } from './flow-document/plain-paragraph.ts';
export type {
  ColumnLayout,
  Furniture,
  FurnitureSet,
  LineNumbering,
  NumberFormat,
  SectionLayout,
} from './flow-document/sections.ts';
export { spacerParagraph } from './flow-document/spacer-paragraph.ts';
export { titleLevel } from './flow-document/title-level.ts';
