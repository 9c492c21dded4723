import type { AnyObject, InferType, ObjectSchema } from 'yup';

export type AnyForm = ObjectSchema<AnyObject>;
export type FieldName<Form extends AnyForm> = Extract<keyof InferType<Form>, string>;
/** Values of a form: true or false of a checkbox, text of every other field. */
export type FieldValues<Form extends AnyForm> = Readonly<{
  [Name in FieldName<Form>]: InferType<Form>[Name] extends boolean | undefined ? boolean : string;
}>;

/** The fields of a form in its order. */
export const fieldsOf = <Form extends AnyForm>(form: Form): readonly Readonly<{ name: FieldName<Form>; isCheckbox: boolean }>[] =>
  Object.entries(form.describe().fields).map(([name, { type }]) => ({ name: name as FieldName<Form>, isCheckbox: type === 'boolean' }));
