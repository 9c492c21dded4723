import { Link } from 'wouter';
import { type PayoutRun, payoutRunStateBadges } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate, formatMoney } from '../../../ui/display/format.ts';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { PaymentStory } from '../parts/PaymentStory.tsx';
import { RunDialog } from './RunDialog.tsx';
import { LeftOutPeople, RunPeople } from './RunPeople.tsx';
import { type BoundPayoutRun, usePayoutRun } from './usePayoutRun.ts';

const t = messages.payoutRuns;
const RUN_PX = 320;
const money = (amount: number): string => formatMoney(toCents(amount));
const monthOf = (month: string): string => monthText(`${month}-01`);

/** The run's total compared with the previous run's. */
function Totals({ run }: { run: PayoutRun }) {
  const changeCents = run.last === null ? 0 : toCents(run.amount) - toCents(run.last.amount);
  const changeText = changeCents === 0 ? t.same : fill(changeCents > 0 ? t.more : t.less, { amount: formatMoney(Math.abs(changeCents)) });
  const totalCents = run.data.reduce((total, { reversed_by, amount }) => total + (reversed_by === null ? 0 : toCents(amount)), 0);
  return (
    <div>
      <p className="payment-card-figure figure">{fill(t.total, { people: run.people, amount: money(run.amount) })}</p>
      {totalCents > 0 && <p>{fill(t.taken, { amount: formatMoney(totalCents) })}</p>}
      <p className="muted">
        {run.last === null ? (
          t.first
        ) : (
          <>
            <Link href={`/payments?${new URLSearchParams({ run: run.last.id })}`}>
              {fill(t.last, { month: monthOf(run.last.month), people: run.last.people, amount: money(run.last.amount) })}
            </Link>
            {' · '}
            {changeText}
          </>
        )}
      </p>
    </div>
  );
}

function Steps({ binding, run }: { binding: BoundPayoutRun; run: PayoutRun }) {
  const { busy } = binding;
  const isAllowed = (action: PayoutRun['actions'][number]): boolean => run.actions.includes(action);
  const isUnderWay = run.status === 'approved' || run.status === 'completed';
  return (
    <span className="page-acts">
      {isAllowed('approve') && (
        <Button disabled={busy} onClick={() => binding.step({ kind: 'approve' })}>
          {t.actions.approve}
        </Button>
      )}
      {isAllowed('complete') && (
        <Button disabled={busy} onClick={() => binding.step({ kind: 'complete' })}>
          {t.actions.complete}
        </Button>
      )}
      {isAllowed('close') && (
        <Button severity="secondary" disabled={busy} onClick={() => binding.ask({ about: 'close' })}>
          {t.actions.close}
        </Button>
      )}
      {isUnderWay && (
        <Button severity="secondary" onClick={binding.payroll}>
          {t.actions.payroll}
        </Button>
      )}
      {isAllowed('cancel') && (
        <Button severity="secondary" disabled={busy} onClick={() => binding.step({ kind: 'cancel' })}>
          {t.actions.cancel}
        </Button>
      )}
    </span>
  );
}

function RunContent({ binding, run }: { binding: BoundPayoutRun; run: PayoutRun }) {
  const badge = payoutRunStateBadges[run.status];
  const paidPeople = run.data.filter(({ outcome }) => outcome === 'paid');
  const { question } = binding;
  const userId = question && question.about !== 'close' ? question.userId : null;
  const person = run.data.find(({ user_id }) => user_id === userId);
  return (
    <>
      <PageHead
        title={
          <>
            {fill(t.titleOf, { month: monthOf(run.month) })} <Badge severity={badge.severity}>{badge.label}</Badge>
          </>
        }
        about={<span>{runFactsText(run)}</span>}
        actions={
          <>
            <Link href="/payments?run=all">{t.all}</Link>
            <Link href="/payments">{t.back}</Link>
            <Steps binding={binding} run={run} />
          </>
        }
      />
      {binding.error !== null && binding.question === null && (
        <Alert onRetry={binding.retry} onDismiss={binding.failed ? undefined : binding.dismiss}>
          {binding.error}
        </Alert>
      )}
      {run.self_approved && <Alert severity="warning">{t.selfApproved}</Alert>}
      {run.status === 'proposed' && !run.actions.includes('approve') && <Alert severity="info">{t.needsSecond}</Alert>}
      <Totals run={run} />
      <Card title={t.paid}>
        <RunPeople binding={binding} people={paidPeople} />
      </Card>
      <Card title={t.leftOut}>
        <LeftOutPeople binding={binding} people={run.data.filter(({ outcome }) => outcome !== 'paid')} />
      </Card>
      <PaymentStory entries={run.history} />
      {question && (person || question.about === 'close') && (
        <RunDialog key={`${question.about} ${userId}`} binding={binding} run={run} person={person} question={question} />
      )}
    </>
  );
}

const runFactsText = ({ pay_on, created_by, approved_by, reference }: PayoutRun): string =>
  [
    `${t.columns.pay_on}: ${formatDate(pay_on)}`,
    `${t.columns.created_by}: ${created_by}`,
    ...(approved_by === null ? [] : [`${t.columns.approved_by}: ${approved_by}`]),
    reference,
  ].join(' · ');

/** decisions 2.16: one payout run; it has its own URL. */
export default function RunPage({ id }: { id: string }) {
  const binding = usePayoutRun(id);
  return (
    <div className="page payments">
      {binding.run ? (
        <RunContent binding={binding} run={binding.run} />
      ) : binding.failed ? (
        <Alert onRetry={binding.retry}>{binding.error}</Alert>
      ) : (
        <Skeleton height={RUN_PX} />
      )}
    </div>
  );
}
