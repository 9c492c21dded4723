import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { LazyDialog } from '../../../ui/dialog/index.ts';
import type { ConflictView } from '../connectEdit.ts';

const t = messages.eventEdit;
type Props = { conflict: ConflictView; onKeepMine: () => void; onKeepTheirs: () => void; onClose: () => void };

/** Both values of a field; the user keeps one. */
export function ConflictDialog({ conflict, onKeepMine, onKeepTheirs, onClose }: Props) {
  return (
    <LazyDialog
      title={t.conflictTitle}
      onClose={onClose}
      footer={
        <>
          <Button severity="secondary" onClick={onKeepTheirs}>
            {t.takeTheirs}
          </Button>
          <Button onClick={onKeepMine}>{t.keepMine}</Button>
        </>
      }
    >
      <div className="event-conflict">
        <p>{conflict.sentence}</p>
        <p className="muted">{conflict.about}</p>
        <dl>
          <div>
            <dt>{t.yours}</dt>
            <dd>{conflict.mine}</dd>
          </div>
          <div>
            <dt>{t.theirs}</dt>
            <dd>{conflict.theirs}</dd>
          </div>
        </dl>
      </div>
    </LazyDialog>
  );
}
