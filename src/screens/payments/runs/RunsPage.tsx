import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { type PayoutRunHead, payoutRunStateBadges } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { useToday } from '../../../app/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { formatDate, NONE } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { monthOptions } from '../paymentNames.ts';
import { useRuns } from './useRuns.ts';

const t = messages.payoutRuns;
const { columns } = t;
const LIST_PX = 240;

const runColumns: readonly PlainColumn<PayoutRunHead>[] = [
  {
    key: 'month',
    header: columns.month,
    cell: ({ id, month }) => (
      <Link href={`/payments?${new URLSearchParams({ run: id })}`} aria-label={fill(t.open, { month: monthText(`${month}-01`) })}>
        {monthText(`${month}-01`)}
      </Link>
    ),
  },
  { key: 'pay_on', header: columns.pay_on, cell: ({ pay_on }) => formatDate(pay_on) },
  {
    key: 'status',
    header: columns.status,
    cell: ({ status }) => <Badge severity={payoutRunStateBadges[status].severity}>{payoutRunStateBadges[status].label}</Badge>,
  },
  { key: 'people', header: columns.people, align: 'end', cell: ({ people }) => people },
  { key: 'amount', header: columns.amount, align: 'end', cell: ({ amount }) => <MoneyText cents={toCents(amount)} /> },
  { key: 'created_by', header: columns.created_by, cell: ({ created_by }) => created_by },
  { key: 'approved_by', header: columns.approved_by, cell: ({ approved_by }) => approved_by ?? NONE },
];

function Runs({ runs }: { runs: readonly PayoutRunHead[] }) {
  if (runs.length === 0) return <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>;
  return (
    <div className="payment-lines">
      <PlainTable columns={runColumns} rows={runs} rowKey={({ id }) => id} />
    </div>
  );
}

type Props = { initialMonth: string; onOpen: (id: string) => void };

/** decisions 2.16, 2.29: all runs, and the proposal of a new one for `initialMonth`, by default for the run that My check shows. */
export default function RunsPage({ initialMonth, onOpen }: Props) {
  const binding = useRuns(onOpen);
  const today = useToday();
  const months = monthOptions(today);
  const [chosenMonth, setChosenMonth] = useState(months.find(({ value }) => value === initialMonth)?.value ?? null);
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const { list } = binding;
  const month = chosenMonth ?? list.answer?.next.month ?? '';
  const payOn = chosenDay ?? list.answer?.next.pay_on ?? '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    binding.propose({ month, pay_on: payOn });
  };
  return (
    <div className="page payments">
      <PageHead title={t.title} actions={<Link href="/payments">{t.back}</Link>} />
      {binding.refused !== null && <Alert onDismiss={binding.dismiss}>{binding.refused}</Alert>}
      <Card title={t.propose}>
        <form className="payment-fields payment-run-form" onSubmit={submit} noValidate>
          <Field label={t.month} error={binding.fields.month ?? null}>
            {(controlProps) => (
              <Select
                {...controlProps}
                value={month}
                options={months}
                disabled={binding.busy}
                onChange={({ target }) => setChosenMonth(target.value)}
              />
            )}
          </Field>
          <Field label={t.payOn} error={binding.fields.pay_on ?? null}>
            {(controlProps) => (
              <Input
                {...controlProps}
                type="date"
                min={today}
                value={payOn}
                disabled={binding.busy}
                onChange={({ target }) => setChosenDay(target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={list.answer === null} loading={binding.busy} loadingLabel={t.proposing}>
            {t.propose}
          </Button>
        </form>
      </Card>
      <Card title={t.label}>
        {list.error !== null && <Alert onRetry={list.retry}>{list.error}</Alert>}
        {list.answer === null && list.error === null && <Skeleton height={LIST_PX} />}
        {list.answer && <Runs runs={list.answer.data} />}
      </Card>
    </div>
  );
}
