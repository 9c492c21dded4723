import { InputTextarea, type InputTextareaProps } from 'primereact/inputtextarea';
import type { ComponentProps } from 'react';

/** PrimeReact's text area, which with `autoResize` grows with what is written. */
export function Textarea(props: ComponentProps<'textarea'> & { autoResize?: boolean }) {
  return <InputTextarea {...(props as InputTextareaProps)} />;
}
