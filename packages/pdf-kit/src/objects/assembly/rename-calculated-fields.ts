/** A call of Acrobat's function for sums, products and averages, up to its list of fields. */
const callPattern = /\bAFSimple_Calculate\s*\(\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*,\s*/g;

const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

// Nowhere two `\s*` in a row: a script of a million spaces would be tried at each of them, for each of them.
const literals = String.raw`(?:${literal.source})(?:\s*,\s*(?:${literal.source}))*\s*(?:,\s*)?`;
/** An array of literals, or one literal, as the last argument of a call. */
const listPattern = new RegExp(
  String.raw`(?:(?:new\s+)?Array\s*\(\s*(?:${literals})?\)|\[\s*(?:${literals})?\]|${literal.source})(?=\s*\))`,
  'y',
);

/**
 * A script with the fields named in its calls of `AFSimple_Calculate` renamed: an array of names, or one text with
 * commas between them. Nothing else in the script changes; a list that is put together at run time stays as it is.
 */
export function renameCalculatedFields(script: string, rename: (name: string) => string): string {
  let result = '';
  let copied = 0;
  for (const call of script.matchAll(callPattern)) {
    const start = call.index + call[0].length;
    if (start < copied) continue;
    listPattern.lastIndex = start;
    const [list] = listPattern.exec(script) ?? [];
    if (list === undefined) continue;
    const isArray = !/^["']/.test(list);
    result += script.slice(copied, start);
    result += list.replace(literal, (text) => renameLiteral(text, isArray, rename));
    copied = start + list.length;
  }
  return result + script.slice(copied);
}

function renameLiteral(text: string, isOneName: boolean, rename: (name: string) => string): string {
  const [quote = '"'] = text;
  // Names with escapes are rare, and a name that is not understood must not be changed.
  if (text.includes('\\')) return text;
  const content = text.slice(1, -1);
  const names = isOneName ? [content] : content.split(',');
  const renamed = names.map((name) => {
    const own = name.trim();
    return own === '' ? name : name.replace(own, () => quoted(rename(own), quote));
  });
  return quote + renamed.join(',') + quote;
}

function quoted(name: string, quote: string): string {
  return name.replaceAll(quote, `\\${quote}`);
}
