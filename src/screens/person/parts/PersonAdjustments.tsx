import { Link } from 'wouter';
import { type Adjustment, adjustmentStateBadges } from '../../../../contract/entities/adjustment.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toRefLink } from '../../../shared/trace/traceLinks.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;
const columns: readonly PlainColumn<Adjustment>[] = [
  {
    key: 'reason',
    header: t.adjustmentReason,
    names: true,
    cell: ({ id, adjustment_reason: reason, effective_date: day = null, state }) => (
      <>
        <Link href={toRefLink({ kind: 'adjustment', id }, day)}>{reason}</Link>{' '}
        {state && state !== 'approved' && (
          <Badge severity={adjustmentStateBadges[state].severity}>{adjustmentStateBadges[state].label}</Badge>
        )}
      </>
    ),
  },
  { key: 'day', header: t.adjustmentDay, cell: ({ effective_date: day = null }) => formatDate(day) },
  {
    key: 'amount',
    header: t.adjustmentAmount,
    align: 'end',
    cell: ({ adjustment_amount: amount }) => <MoneyText cents={centsOf(amount)} />,
  },
];

/** The latest adjustments of any month. */
export function PersonAdjustments({ person: { adjustments } }: ShownPerson) {
  if (adjustments === null) return null;
  const { count, data } = adjustments;
  return (
    <Card title={t.adjustments} actions={count > data.length && <span className="muted">{fill(t.adjustmentsSum, { count })}</span>}>
      {count === 0 ? (
        <EmptyState title={t.noAdjustments} />
      ) : (
        <PlainTable label={t.adjustments} columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </Card>
  );
}
