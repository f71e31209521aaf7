/** Where the digits of a script begin; nine follow: Arabic, Persian, Devanagari, Bengali, Gurmukhi, Gujarati, Tamil, Thai, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xe50, 0xff10] as const;
const foreign = new RegExp(
  `[${zeros.map((zero) => `\\u{${zero.toString(16)}}-\\u{${(zero + 9).toString(16)}}`).join('')}]`,
  'gu',
);
/** Nearly all texts have none of them. */
const beyondLatin = /[\u0660-\uff19]/;
/** The Arabic signs of decimals and of thousands, between digits. */
const signs = /(?<=\d)[\u066b\u066c\u060c](?=\d)/gu;

/** The text with digits and signs of other scripts replaced by those of Latin script. */
export function plainDigits(text: string): string {
  if (!beyondLatin.test(text)) return text;
  const plain = text.replace(foreign, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });
  return plain === text ? text : plain.replace(signs, (sign) => (sign === '\u066b' ? '.' : ','));
}
