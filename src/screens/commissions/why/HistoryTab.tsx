import './why.css';
import { Fragment } from 'react';
import { Link } from 'wouter';
import type { AuditCauseView, AuditEntry } from '../../../../contract/entities/audit.ts';
import type { User } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { can, reachOf } from '../../../../contract/permissions.ts';
import { humanize } from '../../../../contract/rules/text.ts';
import { useFeature, useUser } from '../../../app/context.ts';
import { periodsPath, plansPath } from '../../../app/routes.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { useRecordHistory } from './useAnswers.ts';

const t = messages.history;

/** The page of a month or an import run; null if the user may not open it. */
const getPage = (user: User, { kind, id }: NonNullable<AuditCauseView['ref']>): string | null => {
  if (kind === 'month' && can(user, 'screen:periods')) return `${periodsPath}?${new URLSearchParams({ period: id.slice(0, 7) })}`;
  return kind === 'run' && can(user, 'screen:imports') ? `/imports?${new URLSearchParams({ run: id })}` : null;
};

/**
 * Links to the adjustment, the month, the import, or the effects of a configuration; users who may not see the effects get a link to the
 * plans.
 */
function Cause({ cause: { text: words, ref } }: { cause: AuditCauseView }) {
  const user = useUser();
  const plans = useFeature('plan-page');
  if (!ref) return words;
  const { kind, id } = ref;
  if (kind === 'adjustment' || (kind === 'config' && reachOf(user, 'commission:read') === 'all'))
    return <RefLink of={{ kind, id }}>{words}</RefLink>;
  const page = kind === 'config' && plans ? plansPath : getPage(user, ref);
  return page === null ? words : <Link href={page}>{words}</Link>;
}

/** Without structured causes, shows the cause as plain text. */
function CauseText({ cause, causes = [] }: Pick<AuditEntry, 'cause' | 'causes'>) {
  if (cause === null) return null;
  const [before = '', after = ''] = t.cause.split('{cause}');
  const causeParts = causes.length > 0 ? causes : [{ text: cause }];
  return (
    <p className="muted">
      {before}
      {causeParts.map((part, index) => (
        <Fragment key={part.text}>
          {index > 0 && '; '}
          <Cause cause={part} />
        </Fragment>
      ))}
      {after}
    </p>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <p>
        <strong>{humanize(entry.action)}</strong> · {entry.actor} · <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
      </p>
      {entry.changes.length > 0 && (
        <ul className="history-changes figure">
          {entry.changes.map(({ field, before, after }) => (
            <li key={field}>{fill(t.change, { field: humanize(field), before: before ?? t.nothing, after: after ?? t.nothing })}</li>
          ))}
        </ul>
      )}
      <CauseText {...entry} />
    </>
  );
}

/** Every change of a record or an adjustment: author, time, values before and after, and reason. */
export default function HistoryTab({ kind, id }: { kind: 'commissions' | 'adjustments'; id: string }) {
  return (
    <AnsweredPanel {...useRecordHistory(kind, id)}>
      {(entries) =>
        entries.length === 0 ? (
          <p className="muted">{t.empty}</p>
        ) : (
          <Timeline items={entries.map((entry) => ({ key: String(entry.id), content: <Entry entry={entry} /> }))} />
        )
      }
    </AnsweredPanel>
  );
}
