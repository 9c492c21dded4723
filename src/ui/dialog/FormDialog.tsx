import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Button } from '../Button.tsx';
import Dialog from './Dialog.tsx';
import type { DialogProps } from './types.ts';

type Props = Pick<DialogProps, 'title' | 'size' | 'children'> &
  Readonly<{
    onClose: () => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
    /** True while saving: the form can be neither closed nor submitted again. */
    busy: boolean;
    /** The verb on the save button. */
    save: string;
    saving?: string;
    severity?: 'danger';
    /** True if there is nothing to save yet. */
    unready?: boolean;
    /** An alternative action, shown before Cancel. */
    secondaryAction?: ReactNode;
    /** The CSS class for the layout of the fields. */
    layout?: string;
  }>;

/** A form dialog with Cancel and one save button. Load it through `LazyDialog` or with its parent. */
export default function FormDialog({
  onClose,
  onSubmit,
  busy,
  save,
  saving,
  severity,
  unready,
  secondaryAction,
  layout,
  children,
  ...dialog
}: Props) {
  const formId = useId();
  // After a refusal, focus moves to the first refused field, once per attempt.
  const isSubmitted = useRef(false);
  useEffect(() => {
    const refused =
      isSubmitted.current && !busy ? document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
    if (!refused) return;
    isSubmitted.current = false;
    refused.focus();
  });
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      dismissible={!busy}
      footer={
        <>
          {secondaryAction}
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
          if (busy || unready) return;
          isSubmitted.current = true;
          onSubmit(event);
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
