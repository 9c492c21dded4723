import { useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Textarea } from '../form/Textarea.tsx';
import type { ConfirmProps } from './Confirm.tsx';
import FormDialog from './FormDialog.tsx';

type Props = Omit<ConfirmProps, 'onAnswer'> & Readonly<{ label: string; error: string | null; onAnswer: (reason: string | null) => void }>;

/** A confirmation that asks for a reason. Load it lazily. */
export default function AskReason({ title, text, accept, label, error, onAnswer }: Props) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog title={title} size="small" busy={false} save={accept} onClose={() => onAnswer(null)} onSubmit={() => onAnswer(reason)}>
      <p>{text}</p>
      <Field label={label} error={error}>
        {(controlProps) => <Textarea {...controlProps} rows={3} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Field>
    </FormDialog>
  );
}
