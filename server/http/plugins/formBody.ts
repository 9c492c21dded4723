import { type TOptional, type TUnknown, Type } from 'typebox';
import type { SchemaDescription } from 'yup';
import { type AnyForm, type FieldName, fieldsOf } from '../../../contract/forms/fields.ts';

/** The longest text that the field accepts. */
const maxOf = (form: AnyForm, name: string): unknown => {
  const { tests = [] } = form.describe().fields[name] as SchemaDescription;
  return tests.find((test) => test.name === 'max')?.params?.max;
};

/**
 * The fields of a form as properties of a body. They accept any value, so that the form refuses a wrong one in its own words.
 * @param descriptions for all fields that are not plain text of limited length
 * @throws at the start of the server, if a field has neither a description nor a limit
 */
export const formBody = <Form extends AnyForm>(
  form: Form,
  descriptions: Readonly<Partial<Record<FieldName<Form>, string>>>,
): Record<FieldName<Form>, TOptional<TUnknown>> => {
  const properties = fieldsOf(form).map(({ name }) => {
    const max = maxOf(form, name);
    if (descriptions[name] === undefined && max === undefined) throw new Error(`the field ${name} has no description`);
    return [name, Type.Optional(Type.Unknown({ description: descriptions[name] ?? `a text of at most ${max} characters` }))];
  });
  return Object.fromEntries(properties) as Record<FieldName<Form>, TOptional<TUnknown>>;
};
