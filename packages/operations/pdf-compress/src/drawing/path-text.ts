import { operandCounts, type Path } from './drawing-events.ts';
import { numberText, roundTo } from './number-text.ts';

/**
 * The operators of a path with rounded numbers. Rectangles become `re`, and curves `v` or `y`, where that draws the same; a
 * path that is not stroked may begin at another corner.
 */
export function pathText(path: Path, decimals: number, isStroked: boolean): string {
  const rectangle = rectangleOf(path, isStroked);
  if (rectangle !== null) return rectangleText(rectangle, decimals);
  let text = '';
  let at = 0;
  let [x, y] = ['', ''];
  let [startX, startY] = ['', ''];
  for (const operator of path.operators) {
    const operands = path.operands.slice(at, at + operandCounts[operator]);
    at += operandCounts[operator];
    if (operator === 're') {
      const [left = 0, bottom = 0, width = 0, height = 0] = operands;
      [x, y] = [numberText(left, decimals), numberText(bottom, decimals)];
      [startX, startY] = [x, y];
      text += rectangleText({ left, bottom, width, height }, decimals);
    } else if (operator === 'h') {
      text += 'h\n';
      [x, y] = [startX, startY];
    } else {
      const numbers = operands.map((value) => numberText(value, decimals));
      const [x1, y1, x2, y2] = numbers;
      const [endX = '', endY = ''] = numbers.slice(-2);
      if (operator === 'c' && x1 === x && y1 === y) text += `${numbers.slice(2).join(' ')} v\n`;
      else if (operator === 'c' && x2 === endX && y2 === endY) text += `${x1} ${y1} ${endX} ${endY} y\n`;
      else text += `${numbers.join(' ')} ${operator}\n`;
      [x, y] = [endX, endY];
      if (operator === 'm') [startX, startY] = [x, y];
    }
  }
  return text;
}

interface Rectangle {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

/** Rounds corners instead of sizes, so that adjacent rectangles still touch. */
function rectangleText({ left, bottom, width, height }: Rectangle, decimals: number): string {
  const [x, y] = [roundTo(left, decimals), roundTo(bottom, decimals)];
  const [right, top] = [roundTo(left + width, decimals), roundTo(bottom + height, decimals)];
  // A thin rectangle keeps its thickness, and never vanishes.
  const sizes = [right - x || width, top - y || height];
  const numbers = [x, y, ...sizes].map((value, index) => {
    const isLost = index > 1 && roundTo(value, decimals) === 0;
    return isLost ? numberText(value, decimals + 2) : numberText(value, decimals);
  });
  return `${numbers.join(' ')} re\n`;
}

/** The rectangle that a path consists of; null for any other path. */
export function rectangleOf({ operators, operands }: Path, isStroked: boolean): Rectangle | null {
  const shape = operators.join('');
  if (shape === 're') {
    const [left = 0, bottom = 0, width = 0, height = 0] = operands;
    return { left, bottom, width, height };
  }
  const isClosed = shape === 'mlllh' || (!isStroked && (shape === 'mlll' || isRound(shape, operands)));
  if (!isClosed) return null;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = operands;
  if (y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0) {
    return { left: x0, bottom: y0, width: x1 - x0, height: y2 - y0 };
  }
  // With a vertical first side: the same corners in the same order, from the second one on.
  if (isStroked || x0 !== x1 || y1 !== y2 || x2 !== x3 || y3 !== y0) return null;
  return { left: x0, bottom: y1, width: x2 - x0, height: y0 - y1 };
}

function isRound(shape: string, operands: readonly number[]): boolean {
  return (shape === 'mllll' || shape === 'mllllh') && operands[0] === operands[8] && operands[1] === operands[9];
}
