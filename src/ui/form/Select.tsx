import type { ComponentProps } from 'react';

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly { value: string; label: string }[];
};

/** A native select with PrimeReact's classes: lighter and more accessible for short lists than a custom one. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <select {...rest} className={className ? `p-inputtext p-component ${className}` : 'p-inputtext p-component'}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
