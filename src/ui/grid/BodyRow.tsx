import { memo } from 'react';
import type { GridColumn } from './types.ts';

export type BodyRowProps<Row> = {
  row: Row;
  /** Index among the given rows; the grid finds the row of an event by it. */
  index: number;
  ariaIndex: number;
  columns: readonly GridColumn<Row>[];
  /** Key of the cell that Tab reaches, when it is in this row. */
  activeKey: string | null;
  /** Name of the button that opens the row. */
  openLabel: string | null;
};

function BodyRowView<Row>({ row, index, ariaIndex, columns, activeKey, openLabel }: BodyRowProps<Row>) {
  return (
    // All columns are there, so the first one's index says those of all cells (ARIA 1.2): 28 attributes less a row.
    <tr aria-rowindex={ariaIndex} aria-colindex={1} data-row={index}>
      {columns.map((column, at) => (
        <td key={column.key} data-align={column.align} tabIndex={column.key === activeKey ? 0 : undefined}>
          {column.cell(row)}
          {at === 0 && openLabel !== null && <button type="button" className="grid-open" tabIndex={-1} aria-label={openLabel} />}
        </td>
      ))}
      <td className="grid-rest" aria-hidden="true" />
    </tr>
  );
}

/** Renders again only when its own row, its place or the columns change. */
export const BodyRow = memo(BodyRowView) as typeof BodyRowView;
