import type { ComponentChildren } from 'preact';
import { type Column, Table } from './table.tsx';

/** A table with its title, whose rows are the children. */
export function TableCard({
  title,
  columns,
  children,
}: {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}) {
  return (
    <section class="card flush" aria-label={title}>
      <div class="card-head">
        <h2>{title}</h2>
      </div>
      <Table look="key-table" columns={columns}>
        {children}
      </Table>
    </section>
  );
}
