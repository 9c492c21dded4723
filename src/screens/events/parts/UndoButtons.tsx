import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { redo as redoIcon, undo as undoIcon } from '../../../ui/icons.ts';
import type { EventsPage } from '../useEvents.ts';

const text = messages.eventHistory;

/** What Ctrl + Z and Ctrl + Shift + Z do, for a finger. */
export function UndoButtons({ undo: { canUndo, canRedo, undo, redo } }: { undo: EventsPage['undo'] }) {
  return (
    <span className="event-undo">
      <Button severity="text" icon={undoIcon} aria-label={text.undo} title={text.undo} unavailable={!canUndo} onClick={undo} />
      <Button severity="text" icon={redoIcon} aria-label={text.redo} title={text.redo} unavailable={!canRedo} onClick={redo} />
    </span>
  );
}
