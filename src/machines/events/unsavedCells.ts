import { type EditableField, type Event, isEditableField } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { EditedCell } from '../lists/gridEditing.machine.ts';
import type { CellChange, Revert } from './editHistory.machine.ts';
import { emptyAsNull, type Theirs } from './eventConflict.ts';

/** What was written in a cell and is not saved yet, the oldest first; `event` is as the person saw it, or as it was answered since. */
export type UnsavedCell = Readonly<{ event: Event; field: EditableField; values: readonly (string | null)[] }>;
/** How an unsaved cell stands, for its parent and for the eye. */
export type CellState = UnsavedCell & Readonly<{ phase: 'saving' | 'failed' | 'conflicted'; error: string | null; theirs: Theirs | null }>;
/** By `idOf`. */
export type UnsavedCells = Readonly<Record<string, CellState>>;
/** What a field of the grid tells of itself. */
export type WrittenCell = Readonly<{ row: Event; key: string; value: string | null }>;

export const idOf = ({ rowKey, key }: EditedCell): string => `${rowKey} ${key}`;
export const cellOf = ({ event, field }: Pick<UnsavedCell, 'event' | 'field'>): EditedCell => ({ rowKey: event.id, key: field });

/** What a storage gives back may be anything. */
export const isUnsavedCell = (value: unknown): value is UnsavedCell => {
  const { event, field, values } = (value ?? {}) as Partial<UnsavedCell>;
  return typeof event?.id === 'string' && typeof field === 'string' && isEditableField(field) && Array.isArray(values) && values.length > 0;
};

/** Null for a column that staff cannot edit, and where nothing is changed. */
export const changedCell = ({ row, key, value }: WrittenCell): UnsavedCell | null => {
  const after = emptyAsNull(value);
  return isEditableField(key) && emptyAsNull(fieldOf(row, key)) !== after ? { event: row, field: key, values: [after] } : null;
};

/** With a queue that has just begun. */
export const withBegun = (cells: UnsavedCells, unsaved: UnsavedCell): UnsavedCells => ({
  ...cells,
  [idOf(cellOf(unsaved))]: { ...unsaved, phase: 'saving', error: null, theirs: null },
});

export const without = (cells: UnsavedCells, id: string): UnsavedCells =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => key !== id));

/** What the person sees in the cell. */
const shownIn = (cells: UnsavedCells, event: Event, field: EditableField): string | null => {
  const cell = cells[idOf({ rowKey: event.id, key: field })];
  return emptyAsNull(cell ? cell.values.at(-1) : fieldOf(event, field));
};

/** What is written changes these cells. Where the last value was not saved, the same value again is another try. */
export const changesOf = (cells: UnsavedCells, written: readonly WrittenCell[]): readonly CellChange[] =>
  written.flatMap(({ row, key, value }) => {
    if (!isEditableField(key)) return [];
    const change = { event: row, field: key, before: shownIn(cells, row, key), after: emptyAsNull(value) };
    const phase = cells[idOf({ rowKey: row.id, key })]?.phase ?? 'saving';
    return change.before !== change.after || phase !== 'saving' ? [change] : [];
  });

/** The queues that these changes begin: those of cells that have none. */
export const begunBy = (cells: UnsavedCells, changes: readonly CellChange[]): readonly UnsavedCell[] =>
  changes
    .filter(({ event, field }) => !(idOf({ rowKey: event.id, key: field }) in cells))
    .map(({ event, field, after }) => ({ event, field, values: [after] }));

export const notWritten = (drafts: readonly UnsavedCell[], changes: readonly CellChange[]): readonly UnsavedCell[] =>
  drafts.filter((draft) => !changes.some(({ event, field }) => event.id === draft.event.id && field === draft.field));

/** Of a step that is taken back: the cells in which its value still stands. */
export const standing = (cells: UnsavedCells, reverts: readonly Revert[]): readonly CellChange[] =>
  reverts
    .filter(({ event, field, from }) => shownIn(cells, event, field) === from)
    .map(({ event, field, from, to }) => ({ event, field, before: from, after: to }));

/** How many cells of a step are taken back, and how many others have changed since. */
export const revertedOf = (cells: UnsavedCells, reverts: readonly Revert[]) => {
  const done = standing(cells, reverts).length;
  return { done, left: reverts.length - done };
};

/** All that would be lost with the page, the oldest first. */
export const draftsOf = (lost: {
  cells: UnsavedCells;
  typing: UnsavedCell | null;
  offered: readonly UnsavedCell[];
}): readonly UnsavedCell[] => [
  ...lost.offered,
  ...Object.values(lost.cells).map(({ event, field, values }) => ({ event, field, values })),
  ...(lost.typing ? [lost.typing] : []),
];

/** One of each cell, with all its values in the order in which they were written. */
export const byCell = (drafts: readonly UnsavedCell[]): readonly UnsavedCell[] => {
  const merged = new Map<string, UnsavedCell>();
  for (const draft of drafts) {
    const id = idOf(cellOf(draft));
    const before = merged.get(id);
    merged.set(id, before ? { ...before, values: [...before.values, ...draft.values] } : draft);
  }
  return [...merged.values()];
};
