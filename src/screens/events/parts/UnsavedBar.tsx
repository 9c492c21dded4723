import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { messages } from '../../../../contract/messages.ts';
import type { cellQuestionMachine } from '../../../machines/events/cellQuestion.machine.ts';
import { Button } from '../../../ui/Button.tsx';
import { connectQuestion, connectUnsaved } from '../connectCells.ts';
import type { EventsPage } from '../useEvents.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

const t = messages.eventCells;
type Props = { cells: EventsPage['children']['cells'] };

/** Unsaved edits that need a decision; visible while scrolling (decisions 6.05). */
export function UnsavedChangesBar({ cells }: Props) {
  // Compared by content: most of the machine's changes do not affect this bar.
  const { failed, conflict, offered } = useSelector(
    cells,
    connectUnsaved,
    (previous, next) => JSON.stringify(previous) === JSON.stringify(next),
  );
  return (
    <>
      {offered.length > 0 && (
        <section className="event-bulk event-unsaved" aria-label={t.title} role="alert">
          <div>
            <strong>{t.offered}</strong>
            <ul>
              {offered.map(({ key, text: label }) => (
                <li key={key}>{label}</li>
              ))}
            </ul>
          </div>
          <Button onClick={() => cells.send({ type: 'drafts.restore' })}>{t.restore}</Button>
          <Button severity="secondary" onClick={() => cells.send({ type: 'drafts.discard' })}>
            {t.discard}
          </Button>
        </section>
      )}
      {failed && (
        <section className="event-bulk event-unsaved" aria-label={t.title} role="alert">
          <div>
            <strong>{failed.title}</strong> {failed.why}
          </div>
          <Button onClick={() => cells.send({ type: 'failed.retry' })}>{t.retry}</Button>
          <Button severity="secondary" onClick={() => cells.send({ type: 'failed.discard' })}>
            {t.discard}
          </Button>
        </section>
      )}
      {conflict && (
        <section className="event-bulk event-unsaved" aria-label={t.title} role="alert">
          <strong>{conflict.title}</strong>
          <Button onClick={() => cells.send({ type: 'conflict.ask', cell: conflict.cell })}>{t.decide}</Button>
        </section>
      )}
    </>
  );
}

/** Asks which of a cell's two values to keep. */
export function CellQuestion({ cells }: Props) {
  const ref = useSelector(cells, ({ children }) => children.cellQuestion as ActorRefFrom<typeof cellQuestionMachine>);
  const editedCell = useSelector(ref, ({ context }) => context.cell);
  const question = useSelector(
    cells,
    (snapshot) => connectQuestion(snapshot, editedCell),
    (previous, next) => previous?.sentence === next?.sentence,
  );
  if (!question) return null;
  return (
    <ConflictDialog
      conflict={question}
      onKeepMine={() => ref.send({ type: 'conflict.mine' })}
      onKeepTheirs={() => ref.send({ type: 'conflict.theirs' })}
      onClose={() => ref.send({ type: 'conflict.later' })}
    />
  );
}
