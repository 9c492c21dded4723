import { type TOptional, type TUnknown, Type } from 'typebox';
import { type AnyForm, type FieldName, fieldsOf } from '../../../contract/forms/fields.ts';

/**
 * The fields of a form as properties of a body. They accept any value, so that the form refuses a wrong one in its own words.
 * @param descriptions one for each field: a form with a new field does not compile without
 */
export const formBody = <Form extends AnyForm>(
  form: Form,
  descriptions: Readonly<Record<FieldName<Form>, string>>,
): Record<FieldName<Form>, TOptional<TUnknown>> => {
  const properties = fieldsOf(form).map(({ name }) => [name, Type.Optional(Type.Unknown({ description: descriptions[name] }))]);
  return Object.fromEntries(properties) as Record<FieldName<Form>, TOptional<TUnknown>>;
};
