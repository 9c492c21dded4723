import type { AnyObject, InferType, ObjectSchema } from 'yup';

export type AnyForm = ObjectSchema<AnyObject>;
export type FieldName<Form extends AnyForm> = Extract<keyof InferType<Form>, string>;
/** A form's values: booleans for checkboxes, text for every other field. */
export type FieldValues<Form extends AnyForm> = Readonly<{
  [Name in FieldName<Form>]: InferType<Form>[Name] extends boolean | undefined ? boolean : string;
}>;

/** The names of a form's fields, in order. */
export const fieldsOf = <Form extends AnyForm>(form: Form): readonly Readonly<{ name: FieldName<Form>; isCheckbox: boolean }>[] =>
  Object.entries(form.describe().fields).map(([name, { type }]) => ({ name: name as FieldName<Form>, isCheckbox: type === 'boolean' }));
