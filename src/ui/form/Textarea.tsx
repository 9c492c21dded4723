import { InputTextarea, type InputTextareaProps } from 'primereact/inputtextarea';
import type { ComponentProps } from 'react';
import { useFieldRef } from './useFieldRef.ts';

/** PrimeReact's textarea; `autoResize` grows it with its text. */
export function Textarea({ ref, id, ...rest }: ComponentProps<'textarea'> & { autoResize?: boolean }) {
  const fieldRef = useFieldRef(ref, id);
  return <InputTextarea {...(rest as InputTextareaProps)} id={fieldRef} />;
}
