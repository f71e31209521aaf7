export { blankPage } from './page-model/blank-page.ts';
export { openPageModel } from './page-model/open-page-model.ts';
export { continuesSentence, isSentencePart, stopsInsidePhrase } from './page-model/text/prose.ts';
export { withRecognizedText } from './page-model/text/recognized-text.ts';
export { fitsBehind, isNoBreak, unbrokenWidth } from './page-model/text/text-measure.ts';
export { breaksSouthEastAsian, endsWithCjk, startsWithCjk } from './page-model/text/unspaced-scripts.ts';
export { type QuarterTurn, turnBoxBack, turnPage } from './page-model/turn-page.ts';
export type {
  Box,
  Destination,
  DocumentInfo,
  Drawing,
  EncodedPicture,
  Fill,
  Font,
  FormValue,
  Glyph,
  Line,
  Link,
  OpenPageModelOptions,
  OutlinedBox,
  OutlineEntry,
  Page,
  PageKind,
  PageModelDocument,
  PageWarning,
  Picture,
  Point,
  RecognizedLine,
  RecognizedWord,
  Rule,
  Tag,
  TagContent,
  TextStyle,
  Word,
} from './page-model/types.ts';
