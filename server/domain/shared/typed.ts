import { parseCents } from '../../../contract/forms/amount.ts';
import { type AnyForm, type FieldName, type FieldValues, fieldsOf } from '../../../contract/forms/fields.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';
import { checkForm } from './checkForm.ts';

/** A JSON value as text for form validation; anything except text and numbers becomes a text that no field accepts. */
export const toFormText = (value: unknown): string => {
  if (typeof value === 'number') return Number.isFinite(value) && !String(value).includes('e') ? String(value) : '?';
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value.trim() : '\u0001';
};

/** A validated amount in cents; forms also accept "1,200", "$5", "12." and ".5". */
export const parseFormCents = (amount: string): Cents => parseCents(amount) ?? toCents(amount);

/** A request body before validation: any JSON value, or none, for each field of a form. */
export type RawFormBody<Form extends AnyForm> = Readonly<Partial<Record<FieldName<Form>, unknown>>>;

/** The values of a body's fields, not yet validated. */
export const formFieldsOf = <Form extends AnyForm>(form: Form, body: RawFormBody<Form>): FieldValues<Form> => {
  const entries = fieldsOf(form).map(({ name, isCheckbox }) => [name, isCheckbox ? body[name] === true : toFormText(body[name])]);
  return Object.fromEntries(entries) as FieldValues<Form>;
};

/** Validates a body with its form. @throws Problem 422 with the first message, and one per field */
export const readTyped = async <Form extends AnyForm>(form: Form, body: RawFormBody<Form>): Promise<FieldValues<Form>> => {
  const values = formFieldsOf(form, body);
  await checkForm(form, values);
  return values;
};
