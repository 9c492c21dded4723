import { InputText, type InputTextProps } from 'primereact/inputtext';
import type { ComponentProps } from 'react';
import { steadily } from '../support/steadily.tsx';
import { useFieldRef } from './useFieldRef.ts';

/** PrimeReact's input: text, password, number, search or date. */
export const Input = steadily(function Input({ ref, id, ...rest }: ComponentProps<'input'>) {
  const fieldRef = useFieldRef(ref, id);
  return <InputText type="text" {...(rest as InputTextProps)} id={fieldRef} />;
});
