import { type EditableField, type Event, isEditableField } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { EditedCell } from '../lists/gridEditing.machine.ts';
import type { CellChange, Revert } from './editHistory.machine.ts';
import { emptyAsNull, type Theirs } from './eventConflict.ts';

/** Unsaved values of a cell, oldest first; `event` is the version the user saw, or a later one from the server. */
export type UnsavedCell = Readonly<{ event: Event; field: EditableField; values: readonly (string | null)[] }>;
/** The state of an unsaved cell, for its parent and the view. */
export type CellState = UnsavedCell & Readonly<{ phase: 'saving' | 'failed' | 'conflicted'; error: string | null; theirs: Theirs | null }>;
/** Keyed by `idOf`. */
export type UnsavedCells = Readonly<Record<string, CellState>>;
/** A report from a field editor of the grid. */
export type WrittenCell = Readonly<{ row: Event; key: string; value: string | null }>;

export const cellIdOf = ({ rowKey, key }: EditedCell): string => `${rowKey} ${key}`;
export const cellOf = ({ event, field }: Pick<UnsavedCell, 'event' | 'field'>): EditedCell => ({ rowKey: event.id, key: field });

/** Validates data from storage, which may be anything. */
export const isUnsavedCell = (value: unknown): value is UnsavedCell => {
  const { event, field, values } = (value ?? {}) as Partial<UnsavedCell>;
  return typeof event?.id === 'string' && typeof field === 'string' && isEditableField(field) && Array.isArray(values) && values.length > 0;
};

/** Null for a column that staff cannot edit, and if the value is unchanged. */
export const changedCell = ({ row, key, value }: WrittenCell): UnsavedCell | null => {
  const after = emptyAsNull(value);
  return isEditableField(key) && emptyAsNull(fieldOf(row, key)) !== after ? { event: row, field: key, values: [after] } : null;
};

/** Adds a queue that has just started. */
export const withBegun = (cells: UnsavedCells, unsaved: UnsavedCell): UnsavedCells => ({
  ...cells,
  [cellIdOf(cellOf(unsaved))]: { ...unsaved, phase: 'saving', error: null, theirs: null },
});

export const without = (cells: UnsavedCells, id: string): UnsavedCells =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => key !== id));

/** The value displayed in the cell. */
const shownIn = (cells: UnsavedCells, event: Event, field: EditableField): string | null => {
  const cell = cells[cellIdOf({ rowKey: event.id, key: field })];
  return emptyAsNull(cell ? cell.values.at(-1) : fieldOf(event, field));
};

/** The cells an edit changes. If the last value failed to save, entering it again is another try. */
export const cellChangesOf = (cells: UnsavedCells, written: readonly WrittenCell[]): readonly CellChange[] =>
  written.flatMap(({ row, key, value }) => {
    if (!isEditableField(key)) return [];
    const change = { event: row, field: key, before: shownIn(cells, row, key), after: emptyAsNull(value) };
    const phase = cells[cellIdOf({ rowKey: row.id, key })]?.phase ?? 'saving';
    return change.before !== change.after || phase !== 'saving' ? [change] : [];
  });

/** The queues these changes start, for cells without one. */
export const begunBy = (cells: UnsavedCells, changes: readonly CellChange[]): readonly UnsavedCell[] =>
  changes
    .filter(({ event, field }) => !(cellIdOf({ rowKey: event.id, key: field }) in cells))
    .map(({ event, field, after }) => ({ event, field, values: [after] }));

export const notWritten = (drafts: readonly UnsavedCell[], changes: readonly CellChange[]): readonly UnsavedCell[] =>
  drafts.filter((draft) => !changes.some(({ event, field }) => event.id === draft.event.id && field === draft.field));

/** The cells of an undone step that still contain its value. */
export const standingChanges = (cells: UnsavedCells, reverts: readonly Revert[]): readonly CellChange[] =>
  reverts
    .filter(({ event, field, from }) => shownIn(cells, event, field) === from)
    .map(({ event, field, from, to }) => ({ event, field, before: from, after: to }));

/** The number of cells reverted, and of those changed since. */
export const revertedOf = (cells: UnsavedCells, reverts: readonly Revert[]) => {
  const done = standingChanges(cells, reverts).length;
  return { done, left: reverts.length - done };
};

/** Everything that leaving the page would lose, oldest first. */
export const draftsOf = (lost: {
  cells: UnsavedCells;
  typing: UnsavedCell | null;
  offered: readonly UnsavedCell[];
}): readonly UnsavedCell[] => [
  ...lost.offered,
  ...Object.values(lost.cells).map(({ event, field, values }) => ({ event, field, values })),
  ...(lost.typing ? [lost.typing] : []),
];

/** Merges drafts of the same cell, with all values in the order they were entered. */
export const byCell = (drafts: readonly UnsavedCell[]): readonly UnsavedCell[] => {
  const merged = new Map<string, UnsavedCell>();
  for (const draft of drafts) {
    const id = cellIdOf(cellOf(draft));
    const before = merged.get(id);
    merged.set(id, before ? { ...before, values: [...before.values, ...draft.values] } : draft);
  }
  return [...merged.values()];
};
