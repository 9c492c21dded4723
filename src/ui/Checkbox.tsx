import type { ComponentProps, ReactNode } from 'react';

/** A native checkbox with its label beside it. */
export function Checkbox({ label, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className="check">
      <input {...rest} type="checkbox" className="p-checkbox" />
      {label}
    </label>
  );
}
