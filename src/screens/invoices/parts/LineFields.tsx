import { useController } from 'react-hook-form';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import type { BoundInvoiceForm } from '../useInvoiceForm.ts';

export type InvoiceFieldOptions = readonly Readonly<{ value: string; label: string }>[];
type FieldProps = Readonly<{ binding: BoundInvoiceForm; name: string; label: string; hint?: string }>;

export function SearchableChoice({ binding, name, label, options }: FieldProps & { options: InvoiceFieldOptions }) {
  const { field } = useController({ control: binding.form.control, name });
  return (
    <Field label={label} error={binding.errorOf(name)}>
      {(controlProps) => (
        <Picker
          {...controlProps}
          label={label}
          value={String(field.value ?? '')}
          options={options}
          disabled={binding.busy || binding.isFrozen(name)}
          onChange={field.onChange}
        />
      )}
    </Field>
  );
}

export function InvoiceLineField({
  binding,
  name,
  label,
  hint,
  disabled = binding.busy || binding.isFrozen(name),
  type = 'text',
}: FieldProps & { disabled?: boolean; type?: 'text' | 'date' | 'email' | 'amount' }) {
  const kind = type === 'amount' ? { inputMode: 'decimal' as const } : { type };
  return (
    <Field label={label} {...(hint ? { hint } : {})} error={binding.errorOf(name)}>
      {(controlProps) => <Input {...controlProps} {...binding.form.register(name)} {...kind} autoComplete="off" disabled={disabled} />}
    </Field>
  );
}
