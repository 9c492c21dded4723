import { type FormEvent, type ReactNode, useId } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import Dialog from './Dialog.tsx';
import type { DialogProps } from './types.ts';

type Props = Pick<DialogProps, 'title' | 'size' | 'children'> &
  Readonly<{
    onClose: () => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
    /** It is being saved: nothing is closed or saved twice. */
    busy: boolean;
    /** The verb on the button that saves. */
    save: string;
    saving?: string;
    severity?: 'danger';
    /** There is nothing yet that could be saved. */
    unready?: boolean;
    /** Another way on, before Cancel. */
    aside?: ReactNode;
    /** The class that lays out the fields. */
    layout?: string;
  }>;

/** A dialog that is a form: Cancel, and one button that saves. Load it through `LazyDialog`, or with what shows it. */
export default function FormDialog({
  onClose,
  onSubmit,
  busy,
  save,
  saving,
  severity,
  unready,
  aside,
  layout,
  children,
  ...dialog
}: Props) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      dismissible={!busy}
      footer={
        <>
          {aside}
          <Button severity="secondary" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" form={formId} severity={severity} disabled={unready} loading={busy} loadingLabel={saving}>
            {save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layout ?? 'form-stack'}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !unready) onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
