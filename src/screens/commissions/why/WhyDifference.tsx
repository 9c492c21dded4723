import { Link } from 'wouter';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import type { EarnedDifference } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type DateRange, periodAt } from '../../../../contract/rules/time/period.ts';
import { commissionsPath } from '../../../app/routes.ts';
import type { ExplanationOwner } from '../../../services/explanations.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { formatAmount } from '../columns.tsx';
import { useDifference } from './useAnswers.ts';

const t = messages.explain;
const words = messages.figures;
type StraddlingAdjustment = EarnedDifference['adjustments'][number];

/** The adjustment's other month: where it takes effect, or where its record was booked. */
const toLink = ({ records, booking_date, effective_date, commission_id }: StraddlingAdjustment): string => {
  const [day, others] =
    records === 'these' ? ([effective_date, { adjustments: 'approved' }] as const) : ([booking_date, { record: commission_id }] as const);
  return `${commissionsPath}?${toPeriodQuery(periodAt('month', day), others)}`;
};

type Props = { owner: ExplanationOwner; range: DateRange; summary: CommissionSummary; onFollow: () => void };

/** decisions 2.05: the adjustments that explain the difference between Earned and Total, each linked to its other month. */
export function Difference({ owner, range, summary, onFollow }: Props) {
  return (
    <AnsweredPanel {...useDifference(owner, range, summary)}>
      {({ amount, adjustments, others }) => (
        <WhyTable
          title={words.differenceTitle}
          headers={[words.differenceOf, words.differencePerson, words.differenceEffective, words.differenceBooked, t.amount]}
          rows={[
            ...adjustments.map((row) => [
              <Link key={row.id} href={toLink(row)} onClick={onFollow}>
                {fill(words.differenceInvoice, { invoice: row.invoice_number })}
              </Link>,
              row.salesperson_name,
              formatDate(row.effective_date),
              formatDate(row.booking_date),
              formatAmount(row.amount),
            ]),
            ...(others.count === 0 ? [] : [[words.otherAdjustments, '', '', '', formatAmount(others.amount)]]),
            [words.difference, '', '', '', formatAmount(amount)],
          ]}
        />
      )}
    </AnsweredPanel>
  );
}
