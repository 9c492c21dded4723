import type { CardContent } from '../../ui/display/RowCard.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

type CardFields = Readonly<{ title: string; figure?: string; lines: readonly (readonly string[])[]; acts?: string }>;

/** Builds phone cards from a table's columns, by key; each value in the lines of a card follows its column header. */
export const createCardBuilder =
  <Row,>(columns: readonly GridColumn<Row>[], { title, figure, lines, acts }: CardFields) =>
  (row: Row): CardContent => {
    const renderCell = (key: string | undefined) => columns.find((column) => column.key === key)?.cell(row);
    const line = (keys: readonly string[]) => {
      const cardColumns = keys.flatMap((key) => columns.find((column) => column.key === key) ?? []);
      if (cardColumns.length === 0) return null;
      return cardColumns.map(({ key, header, cell }) => (
        <span key={key} className="row-card-part">
          {header}: {cell(row)}
        </span>
      ));
    };
    return {
      title: renderCell(title),
      figure: renderCell(figure),
      lines: lines.map(line),
      ...(acts === undefined ? {} : { actions: renderCell(acts) }),
    };
  };
