import '../theme/plainTable.css';
import type { ReactNode } from 'react';

export type PlainColumn<Row> = Readonly<{
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligns figures. */
  align?: 'end';
  /** Marks the column as row header. */
  names?: true;
}>;
type Props<Row> = Readonly<{
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  label?: string;
  /** The footer row. */
  foot?: ReactNode;
  /** On phones, each row becomes a block with one line per column, so that nothing scrolls sideways. */
  stacks?: boolean;
}>;

/** A small table without sorting, selection or column menus. */
export function PlainTable<Row>({ columns, rows, rowKey, label, foot, stacks = false }: Props<Row>) {
  return (
    <table className={stacks ? 'plain-table plain-stacks' : 'plain-table'} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, header, align }) => (
            <th key={key} scope="col" data-align={align}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, header, cell, align, names }) =>
              names ? (
                <th key={key} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={key} data-align={align} data-label={stacks ? header : undefined}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {foot !== undefined && <tfoot>{foot}</tfoot>}
    </table>
  );
}
