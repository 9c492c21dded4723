import type { ReactNode } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { Checkbox } from '../ui/form/Checkbox.tsx';

type Props<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: ReactNode;
  /** For a list field: the value this checkbox adds or removes. */
  value?: string;
  disabled?: boolean;
};

/** A checkbox as a form field, for a boolean or for one value of a list. */
export function CheckField<Values extends FieldValues>({ control, name, label, value, disabled = false }: Props<Values>) {
  const { field } = useController({ control, name });
  const fieldValue: unknown = field.value;
  const list = Array.isArray(fieldValue) ? (fieldValue as readonly string[]) : [];
  const toggle = (isChecked: boolean): void => {
    if (value === undefined) field.onChange(isChecked);
    else field.onChange(isChecked ? [...list, value] : list.filter((item) => item !== value));
  };
  return (
    <Checkbox
      label={label}
      checked={value === undefined ? fieldValue === true : list.includes(value)}
      onChange={toggle}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={disabled}
    />
  );
}
