import './closing.css';
import { Link } from 'wouter';
import { payPeriodBadges } from '../../../../contract/entities/payPeriod.ts';
import type { PeriodReview } from '../../../../contract/entities/periodReview.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { periodsPath } from '../../../app/routes.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { PageHead } from '../../../ui/display/PageHead.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Checklist } from './Checklist.tsx';
import { Payouts } from './Payouts.tsx';
import { ReviewPeople } from './People.tsx';
import { Statements } from './Statements.tsx';
import { type Closing, useClosing } from './useClosing.ts';
import { OwnBenefits, Unassigned, WaitingItems } from './Waiting.tsx';

const t = messages.closing;
const PAGE_PX = 480;

function Steps({ closing, review }: { closing: Closing; review: PeriodReview }) {
  const steps = (['close', 'review', 'back'] as const).filter((step) => review.period.actions.includes(step));
  return (
    <span className="closing-steps">
      {steps.map((step) => (
        <Button key={step} severity={step === 'back' ? 'secondary' : 'primary'} disabled={closing.busy} onClick={() => closing.take(step)}>
          {t.steps[step]}
        </Button>
      ))}
    </span>
  );
}

/** The latest visit of each viewer, newest first. */
function ReviewViews({ looks }: Pick<PeriodReview, 'looks'>) {
  if (looks.length === 0) return <p className="muted">{t.nobodyLooked}</p>;
  return (
    <ul className="closing-list">
      {looks.map(({ user_name, at }) => (
        <li key={user_name}>{fill(t.lookedBy, { name: user_name, time: formatInstant(at) })}</li>
      ))}
    </ul>
  );
}

function ReviewContent({ closing, review }: { closing: Closing; review: PeriodReview }) {
  const { period } = review;
  const badge = payPeriodBadges[period.state];
  // After closing, the payout is the next step.
  const payouts = (
    <Card title={t.payouts}>
      <Payouts review={review} />
    </Card>
  );
  return (
    <>
      <PageHead
        title={
          <>
            {fill(t.title, { month: monthText(period.start_date) })} <Badge severity={badge.severity}>{badge.label}</Badge>
          </>
        }
        actions={
          <>
            <Link href={periodsPath}>{t.all}</Link>
            <Steps closing={closing} review={review} />
          </>
        }
      />
      {closing.error !== null && (
        <Alert onRetry={closing.retry} onDismiss={closing.failed ? undefined : closing.dismiss}>
          {closing.error}
        </Alert>
      )}
      {period.state === 'review' && period.blockers.length > 0 && <Alert severity="info">{period.blockers.join(' ')}</Alert>}
      {period.state === 'closed' && (
        <>
          {payouts}
          <Card title={t.statements}>
            <Statements review={review} onDownload={closing.download} />
          </Card>
        </>
      )}
      {period.state === 'review' && (
        <Card title={t.checklist}>
          <Checklist closing={closing} review={review} />
        </Card>
      )}
      <Card title={t.people}>
        <ReviewPeople review={review} />
      </Card>
      <Card title={t.waiting}>
        <WaitingItems review={review} />
      </Card>
      {period.state !== 'closed' && payouts}
      <Card title={t.unassigned}>
        <Unassigned review={review} />
      </Card>
      <Card title={t.ownBenefits}>
        <OwnBenefits review={review} />
      </Card>
      <Card title={t.looked}>
        <ReviewViews looks={review.looks} />
      </Card>
    </>
  );
}

/** decisions 2.11: the review of a month; it has its own URL. */
export default function ClosingPage({ id }: { id: string }) {
  const closing = useClosing(id);
  return (
    <div className="page">
      {closing.review ? (
        <ReviewContent closing={closing} review={closing.review} />
      ) : closing.failed ? (
        <Alert onRetry={closing.retry}>{closing.error}</Alert>
      ) : (
        <Skeleton height={PAGE_PX} />
      )}
    </div>
  );
}
