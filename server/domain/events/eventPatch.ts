import { type EditableField, editableFields, isEditableField, yesNoFields, yesNoUnknown } from '../../../contract/entities/event.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isAmountCell } from '../../../contract/rules/events/eventFields.ts';
import { isPlainText } from '../../../contract/rules/text.ts';
import { badRequest, formProblem } from '../shared/problem.ts';

/** An unvalidated JSON Patch operation (spec 7.27). */
export type Operation = Readonly<{ op: string; path: string; value: unknown }>;
/** New values by field; null clears the field (spec 5.11). */
export type EventValues = Readonly<Partial<Record<EditableField, string | null>>>;

const words = messages.events;

const t = messages.eventPatch;

const choices = (field: EditableField): readonly string[] | null =>
  yesNoFields.some((yesNoField) => yesNoField === field) ? yesNoUnknown : null;

const fieldOf = ({ op, path }: Operation): EditableField => {
  if (op !== 'add') throw badRequest('operation_unknown', fill(t.operation, { op: op.slice(0, 40) }), 'op');
  const field = path.startsWith('/') ? path.slice(1) : '';
  if (!isEditableField(field))
    throw badRequest(
      'path_unknown',
      fill(t.path, { path, paths: editableFields.map((editableField) => `/${editableField}`).join(', ') }),
      'path',
    );
  return field;
};

const typedValue = (field: EditableField, value: unknown): string | null => {
  if (value === null) return null;
  if (typeof value !== 'string') throw badRequest('value_invalid', fill(t.notText, { field: words.columns[field] }), field);
  return value.trim() === '' ? null : value;
};

const refusalOf = (field: EditableField, value: string | null): string | null => {
  if (value === null) return field === 'customer' ? t.noCustomer : null;
  if (value.length > limits.events.maxValue)
    return fill(t.tooLong, { field: words.columns[field], most: limits.events.maxValue.toLocaleString('en-US') });
  if (!isPlainText(value)) return fill(messages.server.hiddenCharacter, { field: words.columns[field] });
  if (field === 'price' && !isAmountCell(value)) return t.notAmount;
  const allowed = choices(field);
  return allowed && !allowed.includes(value) ? fill(t.oneOf, { field: words.columns[field], values: allowed.join(', ') }) : null;
};

/**
 * Parses a patch: only `add`, only fields that staff may change (decisions 6.02). The last operation on a field wins.
 * @throws Problem 400 naming the path, 422 naming the field
 */
export const readPatch = (operations: readonly Operation[]): EventValues => {
  const { maxOps } = limits.events;
  if (operations.length === 0) throw badRequest('patch_empty', t.empty);
  if (operations.length > maxOps) throw badRequest('patch_too_long', fill(t.tooMany, { most: maxOps }));
  const values: Partial<Record<EditableField, string | null>> = {};
  for (const operation of operations) {
    const field = fieldOf(operation);
    values[field] = typedValue(field, operation.value);
  }
  const errors: Record<string, string> = {};
  for (const field of Object.keys(values).filter(isEditableField)) {
    const refusal = refusalOf(field, values[field] ?? null);
    if (refusal) errors[field] = refusal;
  }
  if (Object.keys(errors).length > 0) throw formProblem(errors);
  return values;
};
