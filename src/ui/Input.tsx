import type { ComponentProps } from 'react';

/** A native text, password, number, search or date input with PrimeReact's classes. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={className ? `p-inputtext p-component ${className}` : 'p-inputtext p-component'} />;
}
