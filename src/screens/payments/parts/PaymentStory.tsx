import type { AuditEntry } from '../../../../contract/entities/audit.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Timeline } from '../../../ui/display/Timeline.tsx';

const t = messages.history;

/** The history of a payment, newest first, without its creation, because those facts are shown above. */
export function PaymentStory({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return null;
  const items = entries.map(({ id, action, actor, at, changes, cause }) => ({
    key: id,
    content: (
      <>
        <p>
          <strong>{action}</strong> · {actor} · <time dateTime={at}>{formatInstant(at)}</time>
        </p>
        {cause !== null && <p className="muted">{fill(t.cause, { cause })}</p>}
        {changes
          .filter(({ before }) => before !== null)
          .map(({ field, before, after }) => (
            <p key={field} className="muted figure">
              {fill(t.change, { field, before: before ?? t.nothing, after: after ?? t.nothing })}
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
