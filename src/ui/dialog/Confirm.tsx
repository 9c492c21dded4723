import './dialog.css';
import { ConfirmDialog } from 'primereact/confirmdialog';
import { useId } from 'react';
import { messages } from '../../../contract/messages.ts';
import { Icon } from '../display/Icon.tsx';
import { times } from '../display/icons.ts';

export type ConfirmProps = {
  title: string;
  text: string;
  /** The verb on the confirm button. */
  accept: string;
  onAnswer: (isConfirmed: boolean) => void;
};

const closeIcon = <Icon svg={times} />;

/** PrimeReact's confirmation as an alert dialog with its text; focus starts on the safe answer. Load it lazily. */
export default function Confirm({ title, text, accept, onAnswer }: ConfirmProps) {
  const id = useId();
  return (
    <ConfirmDialog
      visible
      className="dialog dialog-small confirm"
      header={<h2 className="dialog-title">{title}</h2>}
      message={<span id={id}>{text}</span>}
      acceptLabel={accept}
      rejectLabel={messages.cancel}
      rejectClassName="p-button-secondary"
      defaultFocus="reject"
      closeIcon={closeIcon}
      ariaCloseIconLabel={messages.close}
      draggable={false}
      resizable={false}
      onHide={(result) => onAnswer(result === 'accept')}
      pt={{ root: { role: 'alertdialog', 'aria-describedby': id } }}
    />
  );
}
