import type { SnapshotFrom } from 'xstate';
import { type EditableField, editableFields, isEditableField, yesNoUnknown } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { bulkEditMachine } from '../../machines/events/bulkEdit.machine.ts';
import { isYesNo } from './fields.ts';

type Snapshot = SnapshotFrom<typeof bulkEditMachine>;

const t = messages.eventBulk;
const fieldOptions = [
  { value: '', label: messages.eventEdit.select },
  ...editableFields.map((value) => ({ value, label: messages.events.columns[value] })),
];
const valueOptions = [{ value: '', label: messages.eventEdit.select }, ...yesNoUnknown.map((value) => ({ value, label: value }))];

export const toEditableField = (name: string): EditableField | null => (isEditableField(name) ? name : null);

/** Maps the selection's snapshot to its bar; null if no row is selected. */
export const connectBulk = (snapshot: Snapshot) => {
  const { selected, field, value } = snapshot.context;
  if (!snapshot.matches('choosing')) return null;
  return {
    selected: fill(t.selected, { count: selected.length }),
    field,
    value,
    fieldOptions,
    /** Null if the field takes free text. */
    valueOptions: field === null || isYesNo(field) ? valueOptions : null,
    apply: fill(t.apply, { count: selected.length }),
    canApply: snapshot.can({ type: 'bulk.apply' }),
  };
};
