import { messages } from '../../../contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Illustration } from '../../ui/display/Illustration.tsx';

/** Shown if a screen's code failed to load. @param again retries */
export function PageLost({ again }: { again: () => void }) {
  return (
    <section className="page-message" role="alert">
      <Illustration name="offline" />
      <h1>{messages.unreachable.title}</h1>
      <p>{messages.unreachable.text}</p>
      <p className="page-message-actions">
        <Button onClick={again}>{messages.retry}</Button>
      </p>
    </section>
  );
}
