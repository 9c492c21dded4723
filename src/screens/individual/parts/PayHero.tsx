import { useId } from 'react';
import { Link } from 'wouter';
import type { NextPayout } from '../../../../contract/entities/payout.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText, periodText } from '../../../../contract/rules/time/dayText.ts';
import { payDayText } from '../../../../contract/rules/time/payDayText.ts';
import { monthIndexOf, periodAt } from '../../../../contract/rules/time/period.ts';
import { useToday } from '../../../app/context.ts';
import { payoutsPath } from '../../../app/routes.ts';
import type { PersonFigures } from '../../../services/performance.ts';
import { useNextPayout } from '../../../shared/payouts/useNextPayout.ts';
import { nextRateSentence } from '../../../shared/performance/nextRate.ts';
import { PlanLink } from '../../../shared/performance/PlanLink.tsx';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { LineChart } from '../../../ui/chart/index.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { centsOf, formatDate, formatMoney } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Individual, IndividualFigures } from '../useIndividual.ts';

const t = messages.performance.pay;
const notes = messages.payouts.notes;
const CHART_PX = 168;
/** Heights of the check's two lines and of a line of facts, so the layout doesn't shift when they load. */
const [CHECK_PX, FACT_PX] = [68, 44];
type Props = Pick<Individual, 'chosen' | 'isOwn' | 'name' | 'userId'> & Readonly<{ figures: IndividualFigures }>;
const toPersonQuery = ({ isOwn, userId }: Pick<Props, 'isOwn' | 'userId'>): string => (isOwn ? '' : userId);

/** Says whether the payment is approved, and why nothing is paid. */
const toNote = ({ next: { status, amount, payment_date }, held_back: heldBack }: NextPayout): string | null => {
  if (status === 'pending' || status === 'processing') return notes[status];
  if (heldBack) return fill(notes[heldBack.reason], { amount: formatMoney(centsOf(heldBack.amount)) });
  return amount === 0 ? fill(notes.nothing, { day: formatDate(payment_date) }) : null;
};

/** decisions 2.29: amount and day of the next check, with a link to the page that explains it. */
function Check({ isOwn, userId }: Pick<Props, 'isOwn' | 'userId'>) {
  const today = useToday();
  const { answer, error, refused, retry } = useNextPayout(userId);
  if (error !== null) return <Alert onRetry={refused ? undefined : retry}>{error}</Alert>;
  if (!answer) return <Skeleton height={CHECK_PX} />;
  const note = toNote(answer);
  const href = isOwn ? payoutsPath : `${payoutsPath}?${new URLSearchParams({ person: userId })}`;
  const amount = formatMoney(centsOf(answer.next.amount));
  return (
    <>
      <p className="own-pay-check">
        <Link href={href} className="own-pay-figure figure">
          {amount}
        </Link>
        <span>{payDayText(answer.next.payment_date, today)}</span>
      </p>
      {note !== null && (
        <p className="muted own-pay-note">
          <Link href={href} className="quiet-link">
            {note}
          </Link>
        </p>
      )}
      {answer.in_progress.slice(1).map((payment) => (
        <p key={payment.id} className="muted own-pay-note">
          <Link href={href} className="quiet-link">
            {fill(notes.more, { amount: formatMoney(centsOf(payment.amount)), day: formatDate(payment.payment_date) })}
          </Link>
        </p>
      ))}
    </>
  );
}

/** The commission earned in the period, and the distance to the next rate. */
function Facts({ figures: { answer, loading, stale }, chosen, ...person }: Props) {
  if (loading && (answer === null || stale)) return <Skeleton height={FACT_PX} />;
  if (!answer) return null;
  const nextRate = nextRateSentence(answer.summary);
  const recordsLink = `/commissions?${toPeriodQuery(chosen, { person: toPersonQuery(person) })}`;
  return (
    <ul className="own-pay-facts">
      <li>
        {fill(t.earned, { period: periodText(chosen) })}{' '}
        <Link href={recordsLink} className="figure">
          {formatMoney(centsOf(answer.total_commission))}
        </Link>
      </li>
      {nextRate !== null && (
        <li>
          <PlanLink>{nextRate}</PlanLink>
        </li>
      )}
    </ul>
  );
}

function Months({ months, ...person }: Pick<Props, 'isOwn' | 'userId'> & Readonly<{ months: NonNullable<PersonFigures['months']> }>) {
  return (
    <LineChart
      label={t.chart}
      format="money"
      overLabel={messages.performance.month}
      heightPx={CHART_PX}
      over={months.map(({ month }) => ({
        key: month,
        label: monthText(month),
        short: messages.period.months[monthIndexOf(month)] ?? month,
      }))}
      series={[
        {
          key: 'commission',
          label: messages.performance.columns.commission,
          filled: true,
          points: months.map(({ month, total_commission: amount }) => ({
            value: centsOf(amount),
            href: `/commissions?${toPeriodQuery(periodAt('month', month), { person: toPersonQuery(person) })}`,
          })),
        },
      ]}
    />
  );
}

/** The next check, the commission of the period, and twelve months. */
export function PayHero(props: Props) {
  const { figures, isOwn, name, userId } = props;
  const months = figures.answer?.months;
  const id = useId();
  return (
    <section className="p-card own-pay" aria-labelledby={id}>
      <div className="own-pay-answer">
        <h2 id={id} className="own-pay-title">
          {isOwn ? t.youArePaid : fill(t.isPaid, { name })}
        </h2>
        <Check {...props} />
        <Facts {...props} />
      </div>
      {months && <Months months={months} isOwn={isOwn} userId={userId} />}
      {figures.answer === null && figures.error === null && <Skeleton height={CHART_PX} />}
    </section>
  );
}
