import type { Simulation } from '../../../../contract/entities/simulation.ts';
import { messages } from '../../../../contract/messages.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { type Invariant, toInvariants } from '../connectSimulation.ts';

const t = messages.simulation;
const columns: readonly PlainColumn<Invariant>[] = [
  { key: 'invariant', header: t.checks.invariant, names: true, cell: ({ name }) => name },
  { key: 'times', header: t.checks.times, align: 'end', cell: ({ times }) => times },
  { key: 'last', header: t.checks.last, cell: ({ last }) => formatDate(last) },
  {
    key: 'state',
    header: t.checks.state,
    cell: ({ isViolated }) => <Badge severity={isViolated ? 'danger' : 'success'}>{isViolated ? t.broken : t.holds}</Badge>,
  },
];

/** The invariants checked at the end of each day, violated ones first. */
export function Invariants({ simulation }: { simulation: Simulation }) {
  return (
    <Card title={t.invariants}>
      <PlainTable columns={columns} rows={toInvariants(simulation)} rowKey={({ name }) => name} label={t.invariants} stacks />
    </Card>
  );
}
