import { useEffect, useState } from 'preact/hooks';
import { readWorkbook, type Sheet } from './read-workbook.ts';

/** The sheets of a workbook, one at a time, as a grid. */
export function Workbook({ bytes, name }: { readonly bytes: ArrayBuffer; readonly name: string }) {
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    readWorkbook(bytes)
      .then(setSheets)
      .catch(() => setUnreadable(true));
  }, [bytes]);
  if (isUnreadable)
    return <p class="sheets-empty muted">There is no preview of this workbook: download it to see it.</p>;
  const sheet = sheets?.[chosen];
  if (sheets === null || sheet === undefined) return <p class="sheets-empty muted">Loading the preview…</p>;
  return (
    <div class="workbook">
      <div class="workbook-scroll" tabIndex={0} role="region" aria-label={`Preview of ${name}, sheet ${sheet.name}`}>
        <table class="grid">
          <thead>
            <tr>
              <th>
                <span class="unseen">Row</span>
              </th>
              {Array.from({ length: sheet.columnCount }, (_, index) => (
                <th key={index} scope="col">
                  {letterOf(index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.rows.map((cells, index) => (
              <tr key={index}>
                <th scope="row">{index + 1}</th>
                {Array.from({ length: sheet.columnCount }, (_, column) => cells[column]).map((cell, column) =>
                  cell === null ? null : (
                    <td
                      key={column}
                      colSpan={cell?.columns ?? 1}
                      rowSpan={cell?.rows ?? 1}
                      data-number={cell?.isNumber === true}
                      data-bold={cell?.isBold === true}
                    >
                      {cell?.text ?? ''}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {sheet.isCut && <p class="small muted">The rest of the sheet is in the file.</p>}
      </div>
      {sheets.length > 1 && (
        <div class="sheet-tabs" role="group" aria-label="Sheets">
          {sheets.map(({ name: sheetName }, index) => (
            <button key={index} type="button" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
              {sheetName}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`;
}
