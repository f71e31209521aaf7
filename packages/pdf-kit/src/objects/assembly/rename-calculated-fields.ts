/** A call of Acrobat's function for sums, products and averages, up to its list of fields. */
const callPattern = /\bAFSimple_Calculate\s*\(\s*(?:"[^"\\\n]*"|'[^'\\\n]*')\s*,\s*/g;

const listStart = /^(?:new\s+Array\s*\(|\[)/;
const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/**
 * A script with the fields named in its calls of `AFSimple_Calculate` renamed: an array of names, or one text with
 * commas between them. Nothing else in the script changes; a list that is put together at run time stays as it is.
 */
export function renameCalculatedFields(script: string, rename: (name: string) => string): string {
  let result = '';
  let copied = 0;
  for (const call of script.matchAll(callPattern)) {
    const start = call.index + call[0].length;
    const length = listLength(script.slice(start));
    if (start < copied || length === 0) continue;
    const list = script.slice(start, start + length);
    const isArray = listStart.test(list);
    result += script.slice(copied, start);
    result += list.replace(literal, (text) => renameLiteral(text, isArray, rename));
    copied = start + length;
  }
  return result + script.slice(copied);
}

/** How long the list is that a text begins with: an array of literals, or one literal; 0 for anything else. */
function listLength(text: string): number {
  const array = /^(?:new\s+Array\s*\(|\[)\s*(?:(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*,?\s*)*[)\]]/.exec(text);
  const single = array ?? /^(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?=\s*\))/.exec(text);
  return single?.[0].length ?? 0;
}

function renameLiteral(text: string, isOneName: boolean, rename: (name: string) => string): string {
  const [quote = '"'] = text;
  // Names with escapes are rare, and a name that is not understood must not be changed.
  if (text.includes('\\')) return text;
  const content = text.slice(1, -1);
  const names = isOneName ? [content] : content.split(',');
  const renamed = names.map((name) =>
    name.replace(/^(\s*)(.*?)(\s*)$/s, (_, before, own, after) => before + quoted(rename(own), quote) + after),
  );
  return quote + renamed.join(',') + quote;
}

function quoted(name: string, quote: string): string {
  return name.replaceAll(quote, `\\${quote}`);
}
