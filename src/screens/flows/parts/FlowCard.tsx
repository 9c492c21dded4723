import type { Flow, FlowName, FlowState } from '../../../../contract/entities/flow.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { formatCount, NONE } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { toAmountLabel, toEventLabel, toStateLabel } from '../flowWords.ts';
import { FlowChart } from './FlowChart.tsx';

const t = messages.flows;

const describeExits = (flow: FlowName, { exits }: FlowState): string =>
  exits
    .map(({ event, target, guard }) => {
      const exit = fill(t.exit, { event: toEventLabel(event), state: toStateLabel(flow, target) });
      return guard === null ? exit : `${exit} (${guard})`;
    })
    .join('; ') || NONE;

const columnsOf = (flow: FlowName): readonly PlainColumn<FlowState>[] => [
  { key: 'state', header: t.columns.state, names: true, cell: ({ name }) => toStateLabel(flow, name) },
  { key: 'records', header: t.columns.records, align: 'end', cell: ({ records }) => formatCount(records) },
  { key: 'amount', header: t.columns.amount, align: 'end', cell: ({ amount }) => <MoneyText cents={toCents(amount)} /> },
  { key: 'oldest', header: t.columns.oldest, align: 'end', cell: ({ oldest_days }) => formatCount(oldest_days) },
  { key: 'median', header: t.columns.median, align: 'end', cell: ({ median_days }) => formatCount(median_days) },
  { key: 'next', header: t.columns.next, cell: (state) => describeExits(flow, state) },
];

/** One lifecycle: its waiting records, its chart, and the same facts as a table. */
export function FlowCard({ flow, today }: Readonly<{ flow: Flow; today: Day }>) {
  const { name, states, waiting_records, waiting_amount } = flow;
  const note = t.notes[name];
  const tableLabel = fill(t.table, { flow: t.names[name] });
  return (
    <Card title={t.names[name]} className="flow-card">
      <p className="flow-answer" data-leaf>
        <strong>
          {waiting_records === 0
            ? t.waitingNone
            : fill(t.waiting, { amount: toAmountLabel(waiting_amount), records: formatCount(waiting_records), count: waiting_records })}
        </strong>
        {note !== null && <span className="muted">{note}</span>}
      </p>
      <FlowChart flow={name} states={states} today={today} />
      <details>
        <summary>{tableLabel}</summary>
        <PlainTable label={tableLabel} columns={columnsOf(name)} rows={states} rowKey={(state) => state.name} stacks />
      </details>
    </Card>
  );
}
