import { Link } from 'wouter';
import { payoutRunStateBadges } from '../../../../contract/entities/payoutRun.ts';
import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { useFeature } from '../../../app/context.ts';
import { formatMoney } from '../../../ui/display/format.ts';
import { formatUnpaid } from './formatUnpaid.ts';

const t = messages.closing;

/** The month's payout run; without one, the amount due and a link to propose a run. */
export function Payouts({ review }: { review: PeriodReview }) {
  const hasRuns = useFeature('payouts');
  const { run, people } = review;
  if (run) {
    const words = { amount: formatMoney(toCents(run.amount)), state: payoutRunStateBadges[run.status].label };
    return (
      <p>
        <Link href={`/payments?${new URLSearchParams({ run: run.id })}`}>{fill(t.run, words)}</Link>
      </p>
    );
  }
  if (people.every(({ due }) => due <= 0)) return <p className="muted">{t.payoutsNothing}</p>;
  return (
    <p>
      {fill(t.payoutsNone, { amount: formatUnpaid(review) })}{' '}
      {hasRuns && <Link href={`/payments?${new URLSearchParams({ run: 'all', period: review.period.id })}`}>{t.propose}</Link>}
    </p>
  );
}
