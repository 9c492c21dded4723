import type { SnapshotFrom } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { withField } from '../../../contract/rules/events/eventFields.ts';
import type { eventCellsMachine } from '../../machines/events/eventCells.machine.ts';
import { toCellId, type UnsavedCell } from '../../machines/events/unsavedCells.ts';
import type { EditedCell } from '../../machines/lists/gridEditing.machine.ts';
import type { CellMark } from '../../ui/grid/types.ts';
import { describeEvent, toConflictView } from './connectEdit.ts';

type Snapshot = SnapshotFrom<typeof eventCellsMachine>;
type Cells = Snapshot['context']['cells'];

const t = messages.eventCells;

const editedRowCache = new WeakMap<Event, { values: string; row: Event }>();
/** The row with its unsaved edits applied; returns the same object for the same values, so it renders once. */
const applyUnsaved = (event: Event, cells: readonly UnsavedCell[]): Event => {
  const values = JSON.stringify(cells.map(({ field, values: cellValues }) => [field, cellValues.at(-1) ?? null]));
  const cached = editedRowCache.get(event);
  if (cached?.values === values) return cached.row;
  const row = cells.reduce((editedRow, { field, values: cellValues }) => withField(editedRow, field, cellValues.at(-1) ?? null), event);
  editedRowCache.set(event, { values, row });
  return row;
};

/** decisions 6.05: rows with unsaved edits applied, before the server responds. */
export const applyUnsavedCells = (rows: readonly Event[], cells: Cells): readonly Event[] => {
  const cellsByEvent = new Map<string, UnsavedCell[]>();
  for (const cell of Object.values(cells)) cellsByEvent.set(cell.event.id, [...(cellsByEvent.get(cell.event.id) ?? []), cell]);
  if (cellsByEvent.size === 0) return rows;
  return rows.map((row) => {
    const rowCells = cellsByEvent.get(row.id);
    return rowCells ? applyUnsaved(row, rowCells) : row;
  });
};

/** The grid's marks and notes for unsaved cells. */
export const connectCells = (cells: Cells) => ({
  markOf: (event: Event, key: string): CellMark | undefined => cells[toCellId({ rowKey: event.id, key })]?.phase,
  noteOf: (event: Event, key: string): string | null => {
    const cell = cells[toCellId({ rowKey: event.id, key })];
    if (cell?.phase === 'failed') return fill(t.notSaved, { message: cell.error ?? messages.events.updateFailed });
    if (cell?.phase !== 'conflicted' || !cell.theirs) return null;
    const { by, value } = cell.theirs;
    return fill(t.undecided, { who: by ?? messages.eventEdit.someone, theirs: value ?? messages.eventEdit.nothing });
  },
});

const describeCell = ({ event, field, values }: UnsavedCell): string =>
  fill(t.written, {
    field: messages.events.columns[field],
    event: describeEvent(event),
    value: values.at(-1) ?? messages.eventEdit.nothing,
  });

/** The unsaved bar at the bottom of the page: failed cells, conflicts, and edits left over from an earlier visit. */
export const connectUnsaved = (snapshot: Snapshot) => {
  const { cells, offered } = snapshot.context;
  const allCells = Object.values(cells);
  const failedCells = allCells.filter(({ phase }) => phase === 'failed');
  const conflictedCells = allCells.filter(({ phase }) => phase === 'conflicted');
  const [firstConflict] = conflictedCells;
  return {
    failed:
      failedCells.length === 0
        ? null
        : {
            title: failedCells.length === 1 ? t.failedOne : fill(t.failed, { count: failedCells.length }),
            why: [...new Set(failedCells.map(({ error }) => error ?? messages.events.updateFailed))].join(' '),
          },
    conflict: firstConflict
      ? {
          title: conflictedCells.length === 1 ? t.undecidedOne : fill(t.undecidedSome, { count: conflictedCells.length }),
          cell: { rowKey: firstConflict.event.id, key: firstConflict.field },
        }
      : null,
    offered: snapshot.matches('offering') ? offered.map((draft) => ({ key: JSON.stringify(draft), text: describeCell(draft) })) : [],
  };
};

/** The conflict shown in the dialog. */
export const connectQuestion = ({ context }: Snapshot, editedCell: EditedCell | null) => {
  const cell = editedCell && context.cells[toCellId(editedCell)];
  if (!cell?.theirs) return null;
  return toConflictView(cell, cell.values.at(-1) ?? null, cell.theirs);
};
