import { InputText, type InputTextProps } from 'primereact/inputtext';
import type { ComponentProps } from 'react';
import { withStableHandlers } from '../support/withStableHandlers.tsx';
import { useFieldRef } from './useFieldRef.ts';

/** PrimeReact's input: text, password, number, search or date. */
export const Input = withStableHandlers(function Input({ ref, id, ...rest }: ComponentProps<'input'>) {
  const fieldRef = useFieldRef(ref, id);
  return <InputText type="text" {...(rest as InputTextProps)} id={fieldRef} />;
});
