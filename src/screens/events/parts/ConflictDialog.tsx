import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import type { ConflictView } from '../connectEdit.ts';

const text = messages.eventEdit;
type Props = { conflict: ConflictView; onMine: () => void; onTheirs: () => void; onClose: () => void };

/** Both values of a field; the user keeps one. */
export function ConflictDialog({ conflict, onMine, onTheirs, onClose }: Props) {
  return (
    <LazyDialog
      title={text.conflictTitle}
      onClose={onClose}
      footer={
        <>
          <Button severity="secondary" onClick={onTheirs}>
            {text.takeTheirs}
          </Button>
          <Button onClick={onMine}>{text.keepMine}</Button>
        </>
      }
    >
      <div className="event-conflict">
        <p>{conflict.sentence}</p>
        <p className="muted">{conflict.about}</p>
        <dl>
          <div>
            <dt>{text.yours}</dt>
            <dd>{conflict.mine}</dd>
          </div>
          <div>
            <dt>{text.theirs}</dt>
            <dd>{conflict.theirs}</dd>
          </div>
        </dl>
      </div>
    </LazyDialog>
  );
}
