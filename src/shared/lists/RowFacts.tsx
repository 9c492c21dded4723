import '../../ui/display/facts.css';
import type { GridColumn } from '../../ui/grid/types.ts';

/** The cells of a row as a list of facts, for the panel of the open row. */
export function RowFacts<Row>({ row, columns }: Readonly<{ row: Row; columns: readonly GridColumn<Row>[] }>) {
  return (
    <dl className="fact-lines">
      {columns
        .filter(({ key }) => key !== 'actions')
        .map(({ key, header, cell }) => (
          <div key={key}>
            <dt>{header}</dt>
            <dd>{cell(row)}</dd>
          </div>
        ))}
    </dl>
  );
}
