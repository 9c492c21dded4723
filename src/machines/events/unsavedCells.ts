import { type EditableField, type Event, isEditableField } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { EditedCell } from '../lists/gridEditing.machine.ts';
import type { CellChange, Revert } from './editHistory.machine.ts';
import { type ServerValue, toNullIfEmpty } from './eventConflict.ts';

/** Unsaved values of a cell, oldest first; `event` is the version the user saw, or a later one from the server. */
export type UnsavedCell = Readonly<{ event: Event; field: EditableField; values: readonly (string | null)[] }>;
/** The state of an unsaved cell, for its parent and the view. */
export type CellState = UnsavedCell &
  Readonly<{ phase: 'saving' | 'failed' | 'conflicted'; error: string | null; theirs: ServerValue | null }>;
/** Keyed by `toCellId`. */
export type UnsavedCells = Readonly<Record<string, CellState>>;
/** A report from a field editor of the grid. */
export type WrittenCell = Readonly<{ row: Event; key: string; value: string | null }>;

export const toCellId = ({ rowKey, key }: EditedCell): string => `${rowKey} ${key}`;
export const toCell = ({ event, field }: Pick<UnsavedCell, 'event' | 'field'>): EditedCell => ({ rowKey: event.id, key: field });

/** Validates data from storage, which may be anything. */
export const isUnsavedCell = (value: unknown): value is UnsavedCell => {
  const { event, field, values } = (value ?? {}) as Partial<UnsavedCell>;
  return typeof event?.id === 'string' && typeof field === 'string' && isEditableField(field) && Array.isArray(values) && values.length > 0;
};

/** Null if staff cannot edit the column, or if the value is unchanged. */
export const changedCell = ({ row, key, value }: WrittenCell): UnsavedCell | null => {
  const newValue = toNullIfEmpty(value);
  return isEditableField(key) && toNullIfEmpty(fieldOf(row, key)) !== newValue ? { event: row, field: key, values: [newValue] } : null;
};

/** Adds a queue that has just started. */
export const addSavingCell = (cells: UnsavedCells, cell: UnsavedCell): UnsavedCells => ({
  ...cells,
  [toCellId(toCell(cell))]: { ...cell, phase: 'saving', error: null, theirs: null },
});

export const removeCell = (cells: UnsavedCells, id: string): UnsavedCells =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => key !== id));

/** The value displayed in the cell. */
const getDisplayedValue = (cells: UnsavedCells, event: Event, field: EditableField): string | null => {
  const cell = cells[toCellId({ rowKey: event.id, key: field })];
  return toNullIfEmpty(cell ? cell.values.at(-1) : fieldOf(event, field));
};

/** The cells an edit changes. Entering a value again that failed to save counts as a change, so it is retried. */
export const toCellChanges = (cells: UnsavedCells, writtenCells: readonly WrittenCell[]): readonly CellChange[] =>
  writtenCells.flatMap(({ row, key, value }) => {
    if (!isEditableField(key)) return [];
    const change = { event: row, field: key, before: getDisplayedValue(cells, row, key), after: toNullIfEmpty(value) };
    const phase = cells[toCellId({ rowKey: row.id, key })]?.phase ?? 'saving';
    return change.before !== change.after || phase !== 'saving' ? [change] : [];
  });

/** The queues to start, for changed cells that have none. */
export const findNewCells = (cells: UnsavedCells, changes: readonly CellChange[]): readonly UnsavedCell[] =>
  changes
    .filter(({ event, field }) => !(toCellId({ rowKey: event.id, key: field }) in cells))
    .map(({ event, field, after }) => ({ event, field, values: [after] }));

export const dropWritten = (drafts: readonly UnsavedCell[], changes: readonly CellChange[]): readonly UnsavedCell[] =>
  drafts.filter((draft) => !changes.some(({ event, field }) => event.id === draft.event.id && field === draft.field));

/** The cells of an undone step that still contain its value. */
export const findRevertible = (cells: UnsavedCells, reverts: readonly Revert[]): readonly CellChange[] =>
  reverts
    .filter(({ event, field, from }) => getDisplayedValue(cells, event, field) === from)
    .map(({ event, field, from, to }) => ({ event, field, before: from, after: to }));

/** How many cells were reverted, and how many were not because they have changed since. */
export const countReverted = (cells: UnsavedCells, reverts: readonly Revert[]) => {
  const revertedCount = findRevertible(cells, reverts).length;
  return { done: revertedCount, left: reverts.length - revertedCount };
};

/** Everything that leaving the page would lose, oldest first. */
export const collectDrafts = (pendingWork: {
  cells: UnsavedCells;
  typing: UnsavedCell | null;
  offered: readonly UnsavedCell[];
}): readonly UnsavedCell[] => [
  ...pendingWork.offered,
  ...Object.values(pendingWork.cells).map(({ event, field, values }) => ({ event, field, values })),
  ...(pendingWork.typing ? [pendingWork.typing] : []),
];

/** Merges drafts of the same cell, with all values in the order they were entered. */
export const mergeByCell = (drafts: readonly UnsavedCell[]): readonly UnsavedCell[] => {
  const cellsById = new Map<string, UnsavedCell>();
  for (const draft of drafts) {
    const id = toCellId(toCell(draft));
    const existing = cellsById.get(id);
    cellsById.set(id, existing ? { ...existing, values: [...existing.values, ...draft.values] } : draft);
  }
  return [...cellsById.values()];
};
