import { memo, type ReactNode } from 'react';
import { messages } from '../../../contract/messages.ts';
import { noteAt, readMark } from './marks.ts';
import type { ColumnPiece } from './pieces.ts';
import { SELECT } from './place.ts';
import type { GridColumn, RowMark } from './types.ts';

export type BodyRowProps<Row> = {
  row: Row;
  /** The index among the given rows; events are mapped to rows by it. */
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
  /** In the format of `encodeMarks` and `encodeNotes`. */
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

/** Replaces columns that are not rendered; on a wide screen one more fills the space after the last column. */
const PlaceholderCells = ({ columns, width }: { columns: number; width: number }) => (
  <td className="grid-rest" aria-hidden="true" colSpan={columns} style={{ width }} />
);

const openControl = (label: string, href: string | null) =>
  href === null ? (
    <button type="button" className="grid-open" tabIndex={-1} aria-label={label} />
  ) : (
    // biome-ignore lint/a11y/useAnchorContent: a text here would become part of the cell's, so the name is an attribute.
    <a href={href} className="grid-open" tabIndex={-1} aria-label={label} />
  );

function BodyRowView<Row>(props: BodyRowProps<Row>) {
  const { row, index, ariaIndex, columns, pieces, activeKey, openLabel, openHref, selectLabel, selected, range, marks, notes, editKey } =
    props;
  const [from = Number.POSITIVE_INFINITY, to = -1] = range === '' ? [] : range.split(':').map(Number);
  const firstIndex = selectLabel === null ? 1 : 2;
  const cell = (column: GridColumn<Row>, columnIndex: number, width: number) => {
    const mark = readMark(marks, columnIndex);
    const isEdited = column.key === editKey;
    const fills = column.key === props.fillKey && !isEdited;
    const note = isEdited ? '' : noteAt(notes, columnIndex);
    return (
      <td
        key={column.key}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: laid out as a block, it is no cell to every browser.
        role="gridcell"
        style={{ width }}
        className={column.className?.(row)}
        aria-colindex={columnIndex + firstIndex}
        data-align={column.align}
        data-first={columnIndex === 0 || undefined}
        data-second={columnIndex === 1 || undefined}
        data-pinned={column.pinned}
        data-opens={columnIndex === 0 && openLabel !== null ? (openHref === null ? '' : 'link') : undefined}
        data-mark={mark}
        data-edited={isEdited || undefined}
        data-fill={fills || undefined}
        aria-selected={columnIndex >= from && columnIndex <= to ? true : undefined}
        tabIndex={column.key === activeKey ? 0 : undefined}
      >
        {isEdited ? props.editor : column.cell(row)}
        {mark && <span className="p-hidden-accessible"> ({markWords[mark]})</span>}
        {note !== '' && <span className="grid-note">{note}</span>}
        {columnIndex === 0 && props.mark && <span className="p-hidden-accessible"> ({rowMarkWords[props.mark]})</span>}
        {fills && <span className="grid-fill" aria-hidden="true" />}
        {columnIndex === 0 && openLabel !== null && openControl(openLabel, openHref)}
      </td>
    );
  };
  return (
    <tr
      // biome-ignore lint/a11y/noRedundantRoles: laid out as a flex container, it is no row to every browser.
      role="row"
      aria-rowindex={ariaIndex}
      aria-selected={selectLabel === null ? undefined : selected}
      aria-current={props.open || undefined}
      data-row={index}
      data-modified={props.mark === 'modified' || undefined}
      data-misfit={props.mark === 'misfit' || undefined}
      data-editing={editKey !== null || undefined}
    >
      {selectLabel !== null && (
        <td
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above.
          role="gridcell"
          className="grid-select"
          aria-colindex={1}
          tabIndex={activeKey === SELECT ? 0 : undefined}
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
        return column && cell(column, piece.index, piece.width);
      })}
      {pieces.at(-1)?.kind !== 'gap' && <PlaceholderCells columns={1} width={0} />}
    </tr>
  );
}

/** Rerenders only when its row, position, marks or columns change. */
export const BodyRow = memo(BodyRowView) as typeof BodyRowView;
