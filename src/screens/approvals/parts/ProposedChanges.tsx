import { Fragment } from 'react';
import type { ApprovalChange, ApprovalDetail } from '../../../../contract/entities/approval.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';

const { details: t } = messages.approvals;

const changeText = ({ before, after }: ApprovalChange): string => {
  if (before === null) return after ?? '';
  return after === null ? fill(t.removed, { before }) : fill(t.change, { before, after });
};

const groupChanges = (changes: readonly ApprovalChange[]): (readonly [string | null, readonly ApprovalChange[]])[] =>
  [...new Set(changes.map(({ part }) => part))].map((part) => [part, changes.filter((change) => change.part === part)]);

function Changes({ changes }: { changes: readonly ApprovalChange[] }) {
  return (
    <dl className="facts approval-changes" aria-label={t.changes}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two changes may look the same, and their order is fixed.
        <div key={index}>
          <dt>{change.field}</dt>
          <dd>
            {changeText(change)}
            {change.from && <div className="muted">{fill(t.from, { day: dayText(change.from) })}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields of a pending change, before and after. */
export function ProposedChanges({ detail: { changes, hidden } }: { detail: ApprovalDetail }) {
  return (
    <>
      <h3 className="approval-heading">{t.changes}</h3>
      {changes === null && <p className="muted">{t.noChanges}</p>}
      {groupChanges(changes ?? []).map(([part, fields]) => (
        <Fragment key={part}>
          {part !== null && <h4>{part}</h4>}
          <Changes changes={fields} />
        </Fragment>
      ))}
      {hidden > 0 && <p className="muted">{fill(t.hidden, { count: hidden })}</p>}
    </>
  );
}
