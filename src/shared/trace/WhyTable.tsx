import './trace.css';
import '../../ui/theme/plainTable.css';
import { type ReactNode, useId } from 'react';

type Props = {
  title: string;
  headers: readonly string[];
  rows: readonly (readonly ReactNode[])[];
  /** The number of amount columns at the end. */
  amounts?: number;
};

/** A small table with a heading; its last columns contain amounts. */
export function WhyTable({ title, headers, rows, amounts = 1 }: Props) {
  const id = useId();
  const end = (column: number) => (column >= headers.length - amounts ? 'end' : undefined);
  return (
    <section className="why-part">
      <h3 id={id}>{title}</h3>
      <table className="plain-table" aria-labelledby={id}>
        <thead>
          <tr>
            {headers.map((header, column) => (
              <th key={header} scope="col" data-align={end(column)}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a response are never reordered.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={headers[column]} data-align={end(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
