import { type EditableField, type Event, isEditableField } from '../../../contract/entities/event.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { EditedCell } from '../lists/gridEditing.machine.ts';
import { emptyAsNull, type Theirs } from './eventConflict.ts';

/** What was written in a cell and is not saved yet, the oldest first; `event` is as the person saw it, or as it was answered since. */
export type UnsavedCell = Readonly<{ event: Event; field: EditableField; values: readonly (string | null)[] }>;
/** How an unsaved cell stands, for its parent and for the eye. */
export type CellState = UnsavedCell & Readonly<{ phase: 'saving' | 'failed' | 'conflicted'; error: string | null; theirs: Theirs | null }>;
/** By `idOf`. `asked`: its conflict was asked about, and put off. */
export type UnsavedCells = Readonly<Record<string, CellState & { asked: boolean }>>;
/** What a field of the grid tells of itself. */
export type WrittenCell = Readonly<{ row: Event; key: string; value: string | null }>;

export const idOf = ({ rowKey, key }: EditedCell): string => `${rowKey} ${key}`;
export const cellOf = ({ event, field }: Pick<UnsavedCell, 'event' | 'field'>): EditedCell => ({ rowKey: event.id, key: field });

/** What a storage gives back may be anything. */
export const isUnsavedCell = (value: unknown): value is UnsavedCell => {
  const { event, field, values } = (value ?? {}) as Partial<UnsavedCell>;
  return typeof event?.id === 'string' && typeof field === 'string' && isEditableField(field) && Array.isArray(values) && values.length > 0;
};

/** Null for a column that staff cannot edit. */
export const unsavedOf = ({ row, key, value }: WrittenCell): UnsavedCell | null =>
  isEditableField(key) ? { event: row, field: key, values: [emptyAsNull(value)] } : null;
const isUnchanged = ({ event, field, values }: UnsavedCell): boolean => emptyAsNull(fieldOf(event, field)) === values.at(-1);
export const changedCell = (written: WrittenCell): UnsavedCell | null => {
  const unsaved = unsavedOf(written);
  return unsaved && !isUnchanged(unsaved) ? unsaved : null;
};

/** The first conflict that nobody was asked about yet. */
export const unaskedOf = (cells: UnsavedCells): string | null =>
  Object.entries(cells).find(([, { phase, asked }]) => phase === 'conflicted' && !asked)?.[0] ?? null;

/** With a queue that has just begun. */
export const withBegun = (cells: UnsavedCells, unsaved: UnsavedCell): UnsavedCells => ({
  ...cells,
  [idOf(cellOf(unsaved))]: { ...unsaved, phase: 'saving', error: null, theirs: null, asked: false },
});

export const without = (cells: UnsavedCells, id: string): UnsavedCells =>
  Object.fromEntries(Object.entries(cells).filter(([key]) => key !== id));

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
