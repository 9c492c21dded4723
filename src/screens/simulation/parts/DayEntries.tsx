import type { SimulationDay } from '../../../../contract/entities/simulation.ts';
import { messages } from '../../../../contract/messages.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { centsOf, formatMoney, NONE } from '../../../ui/display/format.ts';
import { formatInstantTime } from '../../../ui/display/formatInstant.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';

const t = messages.simulation;
type Entry = SimulationDay['entries'][number];
const columns: readonly PlainColumn<Entry>[] = [
  { key: 'at', header: t.entries.at, cell: ({ at }) => formatInstantTime(at) },
  { key: 'actor', header: t.entries.actor, cell: ({ actor }) => actor },
  { key: 'action', header: t.entries.action, names: true, cell: ({ action }) => action },
  { key: 'subject', header: t.entries.subject, cell: ({ subject }) => subject ?? NONE },
  { key: 'amount', header: t.entries.amount, align: 'end', cell: ({ amount }) => (amount === null ? NONE : formatMoney(centsOf(amount))) },
];

/** The actions of the latest day. */
export function DayEntries({ day }: { day: SimulationDay | undefined }) {
  const entries = day?.entries ?? [];
  return (
    <Card title={t.ledger} className="simulation-ledger">
      {entries.length === 0 ? (
        <p className="muted">{t.noEntries}</p>
      ) : (
        <PlainTable
          columns={columns}
          rows={entries}
          rowKey={(entry) => `${entry.at} ${entry.action} ${entry.subject}`}
          label={t.ledger}
          stacks
        />
      )}
    </Card>
  );
}
