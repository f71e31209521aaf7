/** A node of a tree that is compared with another. */
export interface TreeNode {
  readonly label: string;
  readonly children: readonly TreeNode[];
}

/**
 * The least cost of turning one tree into another by inserting and deleting nodes, at 1 each, and renaming them, at `rename`.
 * After Zhang and Shasha, "Simple fast algorithms for the editing distance between trees" (1989).
 */
export function treeDistance(one: TreeNode, other: TreeNode, rename: (one: string, other: string) => number): number {
  const [first, second] = [flatten(one), flatten(other)];
  const width = second.labels.length;
  const distances = new Float64Array(first.labels.length * width);
  for (const rootOne of first.keyRoots) {
    for (const rootOther of second.keyRoots) compareForests(rootOne, rootOther);
  }
  return distances[distances.length - 1] ?? 0;

  function compareForests(rootOne: number, rootOther: number): void {
    const [startOne, startOther] = [first.leftmost[rootOne] ?? 0, second.leftmost[rootOther] ?? 0];
    const columns = rootOther - startOther + 2;
    const forest = new Float64Array((rootOne - startOne + 2) * columns);
    const at = (row: number, column: number) => forest[row * columns + column] ?? 0;
    for (let row = 1; row < rootOne - startOne + 2; row += 1) forest[row * columns] = row;
    for (let column = 1; column < columns; column += 1) forest[column] = column;
    for (let row = 1; row < rootOne - startOne + 2; row += 1) {
      for (let column = 1; column < columns; column += 1) {
        const [nodeOne, nodeOther] = [startOne + row - 1, startOther + column - 1];
        const [leftOne, leftOther] = [first.leftmost[nodeOne] ?? 0, second.leftmost[nodeOther] ?? 0];
        const least = Math.min(at(row - 1, column), at(row, column - 1)) + 1;
        if (leftOne === startOne && leftOther === startOther) {
          const renamed = rename(first.labels[nodeOne] ?? '', second.labels[nodeOther] ?? '');
          const distance = Math.min(least, at(row - 1, column - 1) + renamed);
          forest[row * columns + column] = distance;
          distances[nodeOne * width + nodeOther] = distance;
        } else {
          const subtrees = distances[nodeOne * width + nodeOther] ?? 0;
          forest[row * columns + column] = Math.min(least, at(leftOne - startOne, leftOther - startOther) + subtrees);
        }
      }
    }
  }
}

/** How many nodes a tree has. */
export function treeSize({ children }: TreeNode): number {
  return children.reduce((size, child) => size + treeSize(child), 1);
}

/** A tree in post-order: the label of each node, the first leaf below it, and the last node of each first leaf. */
function flatten(root: TreeNode) {
  const labels: string[] = [];
  const leftmost: number[] = [];
  const visit = ({ label, children }: TreeNode): number => {
    const [first] = children.map(visit);
    leftmost.push(first ?? labels.length);
    labels.push(label);
    return leftmost.at(-1) ?? 0;
  };
  visit(root);
  const lastOf = new Map(leftmost.map((leaf, node) => [leaf, node]));
  return { labels, leftmost, keyRoots: [...lastOf.values()].sort((a, b) => a - b) };
}
