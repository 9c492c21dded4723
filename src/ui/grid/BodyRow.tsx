import { memo, type ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { noteAt, readMark } from './marks.ts';
import type { ColumnPiece } from './pieces.ts';
import { SELECT_COLUMN } from './place.ts';
import type { GridColumn, RowMark } from './types.ts';

export type BodyRowProps<Row> = {
  row: Row;
  /** The row's index, by which event handlers find it. */
  index: number;
  ariaIndex: number;
  columns: readonly GridColumn<Row>[];
  /** The rendered columns. */
  pieces: readonly ColumnPiece[];
  /** The key of the tabbable cell if it is in this row. */
  activeKey: string | null;
  /** The accessible name of the button that opens the row. */
  openLabel: string | null;
  /** If set, the row opens by a link over its first cell instead of a button. */
  openHref: string | null;
  /** The accessible name of the row's checkbox; null in a grid without checkboxes. */
  selectLabel: string | null;
  selected: boolean;
  onSelect: (index: number, range: boolean) => void;
  /** "from:to" of the columns selected for copying. */
  range: string;
  /** The cell with the fill handle. */
  fillKey: string | null;
  open: boolean;
  mark: RowMark | undefined;
  /** Encoded by `encodeMarks` and `encodeNotes`. */
  marks: string;
  notes: string;
  /** The cell replaced by the editor. */
  editKey: string | null;
  editor: ReactNode;
};

const markWords = {
  modified: messages.grid.modified,
  saving: messages.grid.saving,
  failed: messages.grid.failed,
  conflicted: messages.grid.conflicted,
  theirs: messages.grid.theirs,
};
const rowMarkWords = { modified: messages.grid.rowModified, misfit: messages.grid.misfit };

/** Stands in for columns that are not rendered; on wide screens, another one fills the space after the last column. */
const PlaceholderCells = ({ columns, width }: { columns: number; width: number }) => (
  <td className="grid-rest" aria-hidden="true" colSpan={columns} style={{ width }} />
);

const renderOpenControl = (label: string, href: string | null) =>
  href === null ? (
    <button type="button" className="grid-open" tabIndex={-1} aria-label={label} />
  ) : (
    // biome-ignore lint/a11y/useAnchorContent: text here would become part of the cell's text, so the name is an attribute.
    <a href={href} className="grid-open" tabIndex={-1} aria-label={label} />
  );

/** The first cell's additions: the row's mark for screen readers, and the control that opens the row. */
const renderFirstCellExtras = ({ mark, openLabel, openHref }: Pick<BodyRowProps<never>, 'mark' | 'openLabel' | 'openHref'>) => (
  <>
    {mark && <span className="p-hidden-accessible"> ({rowMarkWords[mark]})</span>}
    {openLabel !== null && renderOpenControl(openLabel, openHref)}
  </>
);

const isInRange = (range: string, index: number): boolean => {
  const [from = Number.POSITIVE_INFINITY, to = -1] = range === '' ? [] : range.split(':').map(Number);
  return index >= from && index <= to;
};

/** A function instead of a component, because a table has thousands of cells. */
const renderCell = <Row,>(props: BodyRowProps<Row>, column: GridColumn<Row>, index: number, width: number) => {
  const { row, openLabel, openHref } = props;
  const mark = readMark(props.marks, index);
  const isEdited = column.key === props.editKey;
  const isFilled = column.key === props.fillKey && !isEdited;
  const note = isEdited ? '' : noteAt(props.notes, index);
  const openKind = openHref === null ? '' : 'link';
  return (
    <td
      key={column.key}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: some browsers do not treat a block as a cell.
      role="gridcell"
      style={{ width }}
      className={column.className?.(row)}
      aria-colindex={index + (props.selectLabel === null ? 1 : 2)}
      data-align={column.align}
      data-grows={column.grows || undefined}
      data-first={index === 0 || undefined}
      data-second={index === 1 || undefined}
      data-pinned={column.pinned}
      data-opens={index === 0 && openLabel !== null ? openKind : undefined}
      data-mark={mark}
      data-edited={isEdited || undefined}
      data-fill={isFilled || undefined}
      aria-selected={isInRange(props.range, index) || undefined}
      tabIndex={column.key === props.activeKey ? 0 : undefined}
    >
      {isEdited ? props.editor : column.cell(row)}
      {mark && <span className="p-hidden-accessible"> ({markWords[mark]})</span>}
      {note !== '' && <span className="grid-note">{note}</span>}
      {isFilled && <span className="grid-fill" aria-hidden="true" />}
      {index === 0 && renderFirstCellExtras(props)}
    </td>
  );
};

function BodyRowView<Row>(props: BodyRowProps<Row>) {
  const { index, columns, pieces, selectLabel, selected } = props;
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: some browsers do not treat a flex container as a row.
      role="row"
      aria-rowindex={props.ariaIndex}
      aria-selected={selectLabel === null ? undefined : selected}
      aria-current={props.open || undefined}
      data-row={index}
      data-modified={props.mark === 'modified' || undefined}
      data-misfit={props.mark === 'misfit' || undefined}
      data-editing={props.editKey !== null || undefined}
    >
      {selectLabel !== null && (
        <td
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
          role="gridcell"
          className="grid-select"
          aria-colindex={1}
          tabIndex={props.activeKey === SELECT_COLUMN ? 0 : undefined}
        >
          <input
            type="checkbox"
            className="grid-check"
            tabIndex={-1}
            aria-label={selectLabel}
            checked={selected}
            onChange={({ nativeEvent }) => props.onSelect(index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {pieces.map((piece) => {
        if (piece.kind === 'gap')
          return (
            <PlaceholderCells
              key={`gap before ${piece.before}`}
              columns={piece.before === columns.length ? piece.size + 1 : piece.size}
              width={piece.width}
            />
          );
        const column = columns[piece.index];
        return column && renderCell(props, column, piece.index, piece.width);
      })}
      {pieces.at(-1)?.kind !== 'gap' && <PlaceholderCells columns={1} width={0} />}
    </tr>
  );
}

/** Rerenders only when its row, position, marks or columns change. */
export const BodyRow = memo(BodyRowView) as typeof BodyRowView;
