/**
 * The code lengths of a length-limited Huffman code for these symbol counts; 0 for unused symbols. Lengths above
 * `maxLength` are reduced to it, and shorter codes are lengthened until the code is no longer oversubscribed.
 */
export function codeLengths(counts: Uint32Array, maxLength: number): Uint8Array {
  const lengths = new Uint8Array(counts.length);
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length; symbol += 1) if ((counts[symbol] as number) > 0) used.push(symbol);
  used.sort((one, other) => (counts[one] as number) - (counts[other] as number) || one - other);
  if (used.length <= 2) {
    for (const symbol of used) lengths[symbol] = 1;
    return lengths;
  }
  const perLength = limitLengths(countDepths(used.map((symbol) => counts[symbol] as number)), maxLength);
  let next = 0;
  for (let length = maxLength; length > 0; length -= 1) {
    for (let left = perLength[length] as number; left > 0; left -= 1) lengths[used[next++] as number] = length;
  }
  return lengths;
}

/** The number of leaves at each depth of a Huffman tree (two-queue construction). `weights` ascend. */
function countDepths(weights: readonly number[]): Uint32Array {
  const leaves = weights.length;
  const nodes = Float64Array.from({ length: 2 * leaves - 1 }, (_, node) => weights[node] ?? 0);
  const parents = new Uint16Array(nodes.length);
  let [leaf, inner] = [0, leaves];
  for (let node = leaves; node < nodes.length; node += 1) {
    for (let child = 0; child < 2; child += 1) {
      const takesLeaf = leaf < leaves && (inner >= node || (nodes[leaf] as number) <= (nodes[inner] as number));
      const taken = takesLeaf ? leaf++ : inner++;
      nodes[node] = (nodes[node] as number) + (nodes[taken] as number);
      parents[taken] = node;
    }
  }
  const depths = new Uint16Array(nodes.length);
  const perDepth = new Uint32Array(leaves + 1);
  for (let node = nodes.length - 2; node >= 0; node -= 1) {
    const depth = (depths[parents[node] as number] as number) + 1;
    depths[node] = depth;
    if (node < leaves) (perDepth[depth] as number)++;
  }
  return perDepth;
}

function limitLengths(perDepth: Uint32Array, maxLength: number): Uint32Array {
  const perLength = new Uint32Array(maxLength + 1);
  perDepth.forEach((count, depth) => {
    const length = Math.min(depth, maxLength);
    perLength[length] = (perLength[length] as number) + count;
  });
  // The Kraft sum in units of the longest code: a complete code is 2 ** maxLength.
  let taken = 0;
  for (let length = 1; length <= maxLength; length += 1) taken += (perLength[length] as number) << (maxLength - length);
  for (; taken > 1 << maxLength; taken -= 1) {
    (perLength[maxLength] as number)--;
    let length = maxLength - 1;
    while (perLength[length] === 0) length -= 1;
    // One code becomes two of the next length: for its own symbol, and for one with the longest code.
    (perLength[length] as number)--;
    perLength[length + 1] = (perLength[length + 1] as number) + 2;
  }
  return perLength;
}

/** The canonical Huffman codes of these lengths (RFC 1951, 3.2.2), with their bits reversed as deflate writes them. */
export function prefixCodes(lengths: Uint8Array): Uint16Array {
  const next = new Uint16Array(17);
  for (const length of lengths) if (length > 0) (next[length + 1] as number)++;
  for (let length = 1; length < next.length; length += 1) {
    next[length] = ((next[length] as number) + (next[length - 1] as number)) << 1;
  }
  return Uint16Array.from(lengths, (length) => (length === 0 ? 0 : reversed((next[length] as number)++, length)));
}

function reversed(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit += 1) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}
