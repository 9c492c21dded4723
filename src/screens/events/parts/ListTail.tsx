import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Tail } from '../connectEvents.ts';

/** Below the last row: loading, the error with a retry, or the end of the list. */
export function ListTail({ tail, onRetry }: { tail: Tail; onRetry: () => void }) {
  if (tail.kind === 'failed') {
    return (
      <span className="event-tail" role="alert">
        {tail.text}
        <Button size="small" severity="secondary" onClick={onRetry}>
          {messages.retry}
        </Button>
      </span>
    );
  }
  return <span role="status">{tail.text}</span>;
}
