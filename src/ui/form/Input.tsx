import { InputText, type InputTextProps } from 'primereact/inputtext';
import type { ComponentProps } from 'react';

/** PrimeReact's field: text, password, number, search or date. */
export function Input(props: ComponentProps<'input'>) {
  return <InputText type="text" {...(props as InputTextProps)} />;
}
