import { Link } from 'wouter';
import type { FlowName, FlowState } from '../../../../contract/entities/flow.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount } from '../../../ui/display/format.ts';
import { describeDays, toAmountLabel, toEventLabel, toRecordKey, toStateLabel } from '../flowWords.ts';
import { getListLinks } from '../listLinks.ts';
import type { RecordPath } from '../toRecordPath.ts';

const t = messages.flows;

function Exits({ flow, exits }: Readonly<{ flow: FlowName }> & Pick<FlowState, 'exits'>) {
  return (
    <ul className="flow-exits">
      {exits.map(({ event, target, guard }) => (
        <li key={`${event} ${target} ${guard}`}>
          {fill(t.exit, { event: toEventLabel(event), state: toStateLabel(flow, target) })}
          <span className="muted">{guard ?? (event === '' ? t.otherwise : t.free)}</span>
        </li>
      ))}
    </ul>
  );
}

function Oldest({ flow, oldest }: Readonly<{ flow: FlowName }> & Pick<FlowState, 'oldest'>) {
  return (
    <div className="flow-oldest">
      <span className="muted">{t.oldest}</span>
      <ul>
        {oldest.map(({ id, label, amount, days }) => (
          <li key={id}>
            <Link href={`?${new URLSearchParams({ record: toRecordKey(flow, id) })}`}>
              {fill(t.recordDays, { label, amount: toAmountLabel(amount), days })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = Readonly<{ flow: FlowName; state: FlowState; today: Day; recordPath: RecordPath | undefined }>;

/** One state: its meaning, its records and their age, and its exits with their conditions. */
export function StateBox({ flow, state, today, recordPath }: Props) {
  const { name, description, waits, records, amount, exits, oldest } = state;
  const isHere = recordPath?.here === name;
  const links = records > 0 ? getListLinks(flow, name, today) : [];
  const isOnPath = recordPath?.states.includes(name);
  return (
    <li className="flow-state" data-waits={(!recordPath && waits && records > 0) || undefined} data-walked={isOnPath || undefined}>
      <h3>
        {toStateLabel(flow, name)}
        {isHere ? <Badge severity="info">{t.path.here}</Badge> : isOnPath && <Badge severity="secondary">{t.path.walked}</Badge>}
        {!recordPath && waits && records > 0 && <Badge severity="warning">{t.waits}</Badge>}
      </h3>
      <p className="muted">{description}</p>
      {!recordPath && (
        <>
          <p className="flow-figure" data-leaf={links.length === 0 ? '' : undefined}>
            <strong className="figure">{toAmountLabel(amount)}</strong> {fill(t.records, { records: formatCount(records), count: records })}{' '}
            {links.map(({ label, href }) => (
              <Link key={href} href={href} aria-label={fill(t.listOf, { flow: t.names[flow], state: label })}>
                {fill(t.list, { state: label })}
              </Link>
            ))}
          </p>
          <p>{describeDays(state)}</p>
        </>
      )}
      {exits.length > 0 && <Exits flow={flow} exits={exits} />}
      {!recordPath && oldest.length > 0 && <Oldest flow={flow} oldest={oldest} />}
    </li>
  );
}
