/** The glyph names of codes 32–255, a dot where a code has none. Source: ISO 32000-2, annex D.2. */
const standardNames =
  'space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater ' +
  'question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum ' +
  'underscore quoteleft a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde . . ' +
  '. . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . exclamdown cent sterling fraction yen florin ' +
  'section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl . endash dagger ' +
  'daggerdbl periodcentered . paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis ' +
  'perthousand . questiondown . grave acute circumflex tilde macron breve dotaccent dieresis . ring cedilla . ' +
  'hungarumlaut ogonek caron emdash . . . . . . . . . . . . . . . . AE . ordfeminine . . . . Lslash Oslash OE ' +
  'ordmasculine . . . . . ae . . . dotlessi . . lslash oslash oe germandbls . . . .';

const winAnsiNames =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater ' +
  'question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum ' +
  'underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde bullet ' +
  'Euro bullet quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex perthousand Scaron ' +
  'guilsinglleft OE bullet Zcaron bullet bullet quoteleft quoteright quotedblleft quotedblright bullet endash ' +
  'emdash tilde trademark scaron guilsinglright oe bullet zcaron Ydieresis space exclamdown cent sterling currency ' +
  'yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot hyphen registered macron degree ' +
  'plusminus twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine ' +
  'guillemotright onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE ' +
  'Ccedilla Egrave Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute ' +
  'Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave ' +
  'aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex edieresis igrave iacute ' +
  'icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis divide oslash ugrave uacute ' +
  'ucircumflex udieresis yacute thorn ydieresis';

const macRomanNames =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater ' +
  'question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum ' +
  'underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde DEL ' +
  'Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ' +
  'ccedilla eacute egrave ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve ' +
  'ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree cent sterling section bullet ' +
  'paragraph germandbls registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus ' +
  'lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine ordmasculine Omega ae oslash ' +
  'questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft guillemotright ellipsis ' +
  'nbspace Agrave Atilde Otilde OE oe endash emdash quotedblleft quotedblright quoteleft quoteright divide lozenge ' +
  'ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl daggerdbl periodcentered quotesinglbase ' +
  'quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave ' +
  'Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring ' +
  'cedilla hungarumlaut ogonek caron';

/** The glyph name of each code 0–255, null where the encoding has none. */
export type SimpleEncoding = readonly (string | null)[];

export const standardEncoding = expand(standardNames);
export const winAnsiEncoding = expand(winAnsiNames);
export const macRomanEncoding = expand(macRomanNames);

/** The encodings a font dictionary can name. MacExpertEncoding is not among them: hardly a font uses it. */
export const namedEncodings: ReadonlyMap<string, SimpleEncoding> = new Map([
  ['StandardEncoding', standardEncoding],
  ['WinAnsiEncoding', winAnsiEncoding],
  ['MacRomanEncoding', macRomanEncoding],
]);

function expand(names: string): SimpleEncoding {
  return [...Array<null>(32).fill(null), ...names.split(' ').map((name) => (name === '.' ? null : name))];
}
