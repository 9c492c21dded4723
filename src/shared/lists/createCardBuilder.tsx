import { NONE } from '../../ui/display/format.ts';
import type { CardContent } from '../../ui/display/RowCard.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';

const isEmpty = (text: string): boolean => text === '' || text === NONE;

type CardFields = Readonly<{ title: string; figure?: string; lines: readonly (readonly string[])[]; acts?: string }>;

/** Builds phone cards from a table's columns, by key; each value in the lines of a card follows its column header, unless it is empty. */
export const createCardBuilder =
  <Row,>(columns: readonly GridColumn<Row>[], { title, figure, lines, acts }: CardFields) =>
  (row: Row): CardContent => {
    const renderCell = (key: string | undefined) => columns.find((column) => column.key === key)?.cell(row);
    const line = (keys: readonly string[]) => {
      const cardColumns = keys.flatMap((key) => columns.find((column) => column.key === key && !isEmpty(column.text(row))) ?? []);
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
