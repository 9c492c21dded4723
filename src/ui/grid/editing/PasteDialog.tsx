import { fill, messages } from '../../../../contract/messages.ts';
import type { PastePlan } from '../../../machines/lists/gridPaste.machine.ts';
import { Button } from '../../Button.tsx';
import Dialog from '../../dialog/Dialog.tsx';

const t = messages.gridPaste;
type Props = { plan: PastePlan; onAccept: () => void; onCancel: () => void };

/** Lists the cells of a pasted block whose values are not allowed, before anything is written. */
export default function PasteDialog({ plan: { cells, misfits }, onAccept, onCancel }: Props) {
  return (
    <Dialog
      title={t.title}
      size="small"
      onClose={onCancel}
      footer={
        <>
          <Button severity="secondary" onClick={onCancel}>
            {messages.cancel}
          </Button>
          {cells.length > 0 && (
            <Button onClick={onAccept}>{cells.length === 1 ? t.acceptOne : fill(t.accept, { count: cells.length })}</Button>
          )}
        </>
      }
    >
      <p>{cells.length === 0 ? t.none : fill(t.some, { count: cells.length })}</p>
      <ul>
        {misfits.map(({ why, count, example }) => (
          <li key={why}>{fill(count === 1 ? t.whyOne[why] : t.why[why], { count: count.toLocaleString('en-US'), example })}</li>
        ))}
      </ul>
    </Dialog>
  );
}
