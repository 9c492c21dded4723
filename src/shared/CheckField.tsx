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
  const held: unknown = field.value;
  const list = Array.isArray(held) ? (held as readonly string[]) : [];
  const toggle = (checked: boolean): void => {
    if (value === undefined) field.onChange(checked);
    else field.onChange(checked ? [...list, value] : list.filter((item) => item !== value));
  };
  return (
    <Checkbox
      label={label}
      checked={value === undefined ? held === true : list.includes(value)}
      onChange={toggle}
      onBlur={field.onBlur}
      inputRef={field.ref}
      disabled={disabled}
    />
  );
}
