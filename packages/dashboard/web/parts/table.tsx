import type { ComponentChildren } from 'preact';

/** The heading of a column; `right` over numbers, `unseen` for screen readers alone. */
export type Column = string | { readonly heading: string; readonly look: 'right' | 'unseen' };

/** A table with a heading for each column; its rows are the children. */
export function Table({
  look,
  bodyLook,
  columns,
  children,
}: {
  /** Classes besides `table`. */
  readonly look: string;
  readonly bodyLook?: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}) {
  return (
    <table class={`table ${look}`}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={typeof column === 'string' ? column : column.heading} of={column} />
          ))}
        </tr>
      </thead>
      <tbody class={bodyLook}>{children}</tbody>
    </table>
  );
}

function Heading({ of: column }: { readonly of: Column }) {
  if (typeof column === 'string') return <th scope="col">{column}</th>;
  const { heading, look } = column;
  if (look === 'right') {
    return (
      <th scope="col" class="right">
        {heading}
      </th>
    );
  }
  return (
    <th scope="col">
      <span class="unseen">{heading}</span>
    </th>
  );
}
