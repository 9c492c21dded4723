import {
  activityTypes,
  type EditableField,
  type Event,
  invoicedValues,
  yesNoFields,
  yesNoUnknown,
} from '../../../contract/entities/event.ts';
import { messages } from '../../../contract/messages.ts';
import { fieldOf } from '../../../contract/rules/events/eventFields.ts';
import type { CellEditorKind } from '../../ui/grid/types.ts';

export type FieldOptions = readonly { value: string; label: string }[];
export type FieldEditor = CellEditorKind;

/** spec 2.48: '-- Select --' is empty; the current value stays an option even if the list lacks it. */
const toOptions = (values: readonly string[], current: string): FieldOptions => [
  { value: '', label: messages.eventEdit.select },
  ...(current === '' || values.includes(current) ? values : [...values, current]).map((value) => ({ value, label: value })),
];

/** decisions 6.02: suggested while typing; any other text is allowed. */
export type FieldSuggestions = Readonly<Partial<Record<EditableField, readonly string[]>>>;
const defaultSuggestions: FieldSuggestions = { invoiced: invoicedValues, activity_type: activityTypes };
export const yesNoOptions = (current: string): FieldOptions => toOptions(yesNoUnknown, current);
export const isYesNo = (field: EditableField): boolean => yesNoFields.some((candidate) => candidate === field);
const isLong = (field: EditableField): boolean => field === 'internal_notes' || field === 'program_notes';

/** The editor of a field, in its cell and in the dialog. */
export const editorFor = (event: Event, field: EditableField, suggestions: FieldSuggestions = {}): FieldEditor => {
  const value = fieldOf(event, field) ?? '';
  const label = messages.events.columns[field];
  if (isYesNo(field)) return { label, value, kind: 'select', options: yesNoOptions(value) };
  if (isLong(field)) return { label, value, kind: 'long' };
  return { label, value, kind: 'text', suggestions: suggestions[field] ?? defaultSuggestions[field] };
};
