import './comparison.css';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import type { Comparison } from '../../../../contract/entities/comparison.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { type DateRange, type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import { useApp, useToday } from '../../../app/context.ts';
import { commissionsPath } from '../../../app/routes.ts';
import { createCommissions } from '../../../services/commissions.ts';
import { type ExplanationOwner, toOwnerQuery } from '../../../services/explanations.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { toRefLink } from '../../../shared/trace/traceLinks.ts';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { WaterfallChart, type WaterfallStep } from '../../../ui/chart/Waterfall.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { statusBadge } from '../columns.tsx';

const t = messages.lens;
const label = messages.commissions.summary;
const figures = [
  ...(['total_commission', 'period_commission', 'total_adjustments', 'total_commission_earned'] as const),
  ...(['total_commission_paid', 'total_commission_due', 'total_commission_not_yet_due'] as const),
] as const satisfies readonly (keyof CommissionSummary)[];
type Bar = Comparison['bars'][number];

/** Links to the record on the later of the two days on which it exists. */
const toHref = ({ ref, date, status_after }: Bar, { asOf, against }: Comparison, today: Day): string => {
  if (ref.kind !== 'record') return toRefLink(ref, date);
  const day = status_after === null ? asOf : against;
  return `${commissionsPath}?${toPeriodQuery(periodAt('month', date), { row: ref.id, asOf: day === today ? '' : day })}`;
};

const toStatusText = (status: Bar['status_before']): string => (status === null ? t.absent : statusBadge(status).label);

const toStep = (bar: Bar, compared: Comparison, today: Day): WaterfallStep => {
  const hasNewStatus = bar.ref.kind === 'record' && bar.status_before !== bar.status_after;
  return {
    label: fill(t.bar, { label: bar.label, person: bar.salesperson_name }),
    cents: toCents(bar.amount),
    href: toHref(bar, compared, today),
    ...(hasNewStatus ? { note: fill(t.was, { before: toStatusText(bar.status_before), after: toStatusText(bar.status_after) }) } : {}),
  };
};

function ComparisonContent({ compared }: { compared: Comparison }) {
  const today = useToday();
  const { asOf, against, from, to, bars, others } = compared;
  const otherSteps: readonly WaterfallStep[] =
    others.count === 0
      ? []
      : [{ label: others.count === 1 ? t.otherOne : fill(t.others, { count: others.count }), cents: toCents(others.amount) }];
  return (
    <>
      <WhyTable
        title={t.figures}
        amounts={3}
        headers={[t.figure, formatDate(asOf), formatDate(against), t.difference]}
        rows={figures.map((key) => {
          const [before, after] = [toCents(from[key] ?? 0), toCents(to[key] ?? 0)];
          return [
            label[key],
            <MoneyText key="before" cents={before} />,
            <MoneyText key="after" cents={after} />,
            <MoneyText key="change" cents={after - before} />,
          ];
        })}
      />
      {bars.length === 0 ? (
        <p className="muted">{t.same}</p>
      ) : (
        <WaterfallChart
          label={label.total_commission}
          from={{ label: fill(t.total, { day: formatDate(asOf) }), cents: toCents(from.total_commission) }}
          steps={[...bars.map((bar) => toStep(bar, compared, today)), ...otherSteps]}
          to={{ label: fill(t.total, { day: formatDate(against) }), cents: toCents(to.total_commission) }}
          words={{ label: t.record, value: t.change }}
          fileName={`commissions-${asOf}-${against}`}
        />
      )}
    </>
  );
}

type Props = ExplanationOwner & { range: DateRange; asOf: Day; against: Day };

/** Two days side by side, with the records that explain the difference between their totals. */
export default function ComparisonCard({ range, asOf, against, ...owner }: Props) {
  const { getService } = useApp();
  const question: Record<string, string> = { ...range, ...toOwnerQuery(owner), asOf, against };
  const answer = useAnswerTo<Comparison>((question) => getService(createCommissions).compare(question), question, t.comparisonFailed);
  return (
    <Card className="comparison" title={fill(t.comparison, { day: formatDate(asOf), other: formatDate(against) })}>
      <AnsweredPanel {...answer}>{(compared) => <ComparisonContent compared={compared} />}</AnsweredPanel>
    </Card>
  );
}
