import { type ReactNode, useId } from 'react';

export type FieldControlProps = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
export type FieldProps = {
  label: string;
  hint?: string;
  error?: string | null;
  /** Receives the attributes that tie the control to label, hint and error; spread them on the control. */
  children: (controlProps: FieldControlProps) => ReactNode;
};

/** A label above a control, with a hint and an error that screen readers announce with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const controlProps: FieldControlProps = { id };
  if (describedBy) controlProps['aria-describedby'] = describedBy;
  if (error) controlProps['aria-invalid'] = true;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(controlProps)}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
