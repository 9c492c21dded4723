import type { EditableField } from '../../../contract/entities/event.ts';

/** The database column of an editable field. */
export const eventColumnOf = <Field extends EditableField>(field: Field) =>
  (field === 'customer' ? 'customer_name' : field) as Field extends 'customer' ? 'customer_name' : Exclude<Field, 'customer'>;
