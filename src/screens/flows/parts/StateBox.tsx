import { Link } from 'wouter';
import type { FlowName, FlowState } from '../../../../contract/entities/flow.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { describeDays, toAmountLabel, toEventLabel, toRecordKey, toStateLabel } from '../flowWords.ts';
import { getListLinks } from '../listLinks.ts';
import { shownExits } from '../passingStates.ts';
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

type BoxProps = Readonly<{ flow: FlowName; state: FlowState }>;

function Figure({ flow, state: { name, records, amount }, today }: BoxProps & Readonly<{ today: Day }>) {
  const [list, ...others] = getListLinks(flow, name, today);
  const count = fill(t.records, { records: formatCount(records), count: records });
  const toLabel = (text: string): string => fill(t.listOf, { text, flow: t.names[flow], state: toStateLabel(flow, name) });
  return (
    <p className="flow-figure" data-leaf={list ? undefined : ''}>
      <strong className="figure">
        <MoneyText cents={toCents(amount)} />
      </strong>
      {list ? (
        <Link href={list.href} aria-label={toLabel(count)}>
          {count}
        </Link>
      ) : (
        <span>{count}</span>
      )}
      {others.map(({ label, href }) => (
        <Link key={href} href={href} aria-label={toLabel(label)}>
          {label}
        </Link>
      ))}
    </p>
  );
}

type Props = BoxProps & Readonly<{ states: readonly FlowState[]; today: Day; recordPath: RecordPath | undefined }>;

/** One state: its money, records and their age; its meaning, exits and oldest records on request. */
export function StateBox({ flow, state, states, today, recordPath }: Props) {
  const { name, description, waits, records, oldest } = state;
  const isHere = recordPath?.here === name;
  const isOnPath = recordPath?.states.includes(name);
  const isWaiting = !recordPath && waits && records > 0;
  const exits = shownExits(state, states);
  return (
    <li className="flow-state" data-waits={isWaiting || undefined} data-walked={isOnPath || undefined}>
      <h3>
        {toStateLabel(flow, name)}
        {isHere ? <Badge severity="info">{t.path.here}</Badge> : isOnPath && <Badge severity="secondary">{t.path.walked}</Badge>}
        {isWaiting && <Badge severity="warning">{t.waits}</Badge>}
      </h3>
      {!recordPath && records > 0 && <Figure flow={flow} state={state} today={today} />}
      {!recordPath && <p className="muted">{describeDays(state)}</p>}
      <details>
        <summary aria-label={fill(t.moreOf, { state: toStateLabel(flow, name) })}>{t.more}</summary>
        <p className="muted">{description}</p>
        {!recordPath && oldest.length > 0 && <Oldest flow={flow} oldest={oldest} />}
        {exits.length > 0 && <Exits flow={flow} exits={exits} />}
      </details>
    </li>
  );
}
