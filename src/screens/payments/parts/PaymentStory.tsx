import type { AuditEntry } from '../../../../contract/entities/audit.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Timeline } from '../../../ui/display/Timeline.tsx';

const text = messages.history;

/** The history of a payment, newest first; the facts of its creation are shown above. */
export function PaymentStory({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return null;
  const items = entries.map(({ id, action, actor, at, changes, cause }) => ({
    key: id,
    content: (
      <>
        <p>
          <strong>{action}</strong> · {actor} · <time dateTime={at}>{formatInstant(at)}</time>
        </p>
        {cause !== null && <p className="muted">{fill(text.cause, { cause })}</p>}
        {changes
          .filter(({ before }) => before !== null)
          .map(({ field, before, after }) => (
            <p key={field} className="muted figure">
              {fill(text.change, { field, before: before ?? text.nothing, after: after ?? text.nothing })}
            </p>
          ))}
      </>
    ),
  }));
  return (
    <section aria-label={messages.payments.panel.history}>
      <h3>{messages.payments.panel.history}</h3>
      <Timeline items={items} />
    </section>
  );
}
