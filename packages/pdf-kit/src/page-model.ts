export { blankPage } from './page-model/blank-page.ts';
export { colorChannels } from './page-model/color-channels.ts';
export { iconText } from './page-model/fonts/icon-fonts.ts';
export { withFormValues } from './page-model/form-values.ts';
export { openPageModel } from './page-model/open-page-model.ts';
export type {
  DocumentInfo,
  OpenPageModelOptions,
  OutlineEntry,
  PageModelDocument,
} from './page-model/page-model-document.ts';
export { majorityStyle, textOf, withoutWords } from './page-model/text/line-words.ts';
export { continuesSentence, isSentencePart, stopsInsidePhrase } from './page-model/text/prose.ts';
export type { RecognizedLine, RecognizedWord } from './page-model/text/recognized-line.ts';
export { withRecognizedText } from './page-model/text/recognized-text.ts';
export { fitsBehind, isNoBreak, unbrokenWidth } from './page-model/text/text-measure.ts';
export { breaksSouthEastAsian, endsWithCjk, startsWithCjk } from './page-model/text/unspaced-scripts.ts';
export { withoutIcons } from './page-model/text/without-icons.ts';
export { type QuarterTurn, turnBoxBack, turnPage } from './page-model/turn-page.ts';
export type {
  Box,
  Crop,
  Destination,
  Drawing,
  EncodedPicture,
  Fill,
  Font,
  FormValue,
  Glyph,
  Line,
  Link,
  OutlinedBox,
  Page,
  PageKind,
  PageWarning,
  Picture,
  Point,
  Rule,
  Tag,
  TagContent,
  TextStyle,
  Word,
} from './page-model/types.ts';
