import './why.css';
import type { AuditEntry } from '../../../../contract/entities/audit.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Answered } from '../../../shared/trace/Answered.tsx';
import { formatInstant } from '../../../ui/formatInstant.ts';
import { Timeline } from '../../../ui/Timeline.tsx';
import { useHistory } from './useAnswers.ts';

const text = messages.history;

/** "adjustment.approved" reads "Adjustment approved". */
const actionText = (action: string): string => {
  const words = action.replace(/[._:-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <p>
        <strong>{actionText(entry.action)}</strong> · {entry.actor} · <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
      </p>
      {entry.changes.length > 0 && (
        <ul className="history-changes figure">
          {entry.changes.map(({ field, before, after }) => (
            <li key={field}>
              {fill(text.change, { field: actionText(field), before: before ?? text.nothing, after: after ?? text.nothing })}
            </li>
          ))}
        </ul>
      )}
      {entry.cause !== null && <p className="muted">{fill(text.cause, { cause: entry.cause })}</p>}
    </>
  );
}

/** Every change of a record or an adjustment: who, when, what before and after, and why. */
export default function HistoryTab({ kind, id }: { kind: 'commissions' | 'adjustments'; id: string }) {
  return (
    <Answered {...useHistory(kind, id)}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="muted">{text.empty}</p>
        ) : (
          <Timeline items={entries.map((entry) => ({ key: String(entry.id), content: <Entry entry={entry} /> }))} />
        )
      }
    </Answered>
  );
}
