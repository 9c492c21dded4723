import './why.css';
import { Link, useSearch } from 'wouter';
import { type Adjustment, invoiceLabelOf, labelWithoutInvoice } from '../../../../contract/entities/adjustment.ts';
import type { Commission } from '../../../../contract/entities/commission.ts';
import type { Waterfall as WaterfallOf } from '../../../../contract/entities/explanation.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import { useUser } from '../../../app/context.ts';
import { commissionsPath } from '../../../app/routes.ts';
import type { SummaryFigure } from '../../../machines/commissions/commissions.machine.ts';
import type { ExplanationOwner } from '../../../services/explanations.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { AnsweredPanel } from '../../../shared/trace/AnsweredPanel.tsx';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { WhyTable } from '../../../shared/trace/WhyTable.tsx';
import { Button } from '../../../ui/Button.tsx';
import { WaterfallChart } from '../../../ui/chart/Waterfall.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { formatAmount, statusBadge } from '../columns.tsx';
import { figureText } from '../connectCommissions.ts';
import { type FigureReason, getFigureReason, type ShownSummary, type TermLink } from '../figures.ts';
import { useChanges, useCountedAdjustments, useExplanation } from './useAnswers.ts';
import { Difference } from './WhyDifference.tsx';
import { PaymentBlockers, SourceRows } from './WhyParts.tsx';

const t = messages.explain;
const words = messages.figures;
const label = messages.commissions.summary;
const waterfall = messages.waterfall;

/** The parts that add up to a bar, each with a link. */
function StepParts({ step: { label, amount, parts = [], others } }: { step: WaterfallOf['steps'][number] }) {
  if (parts.length === 0) return null;
  return (
    <details>
      <summary>{fill(waterfall.partsOf, { step: label, amount: formatAmount(amount) })}</summary>
      <WhyTable
        title={label}
        headers={[t.row, t.date, t.amount]}
        rows={[
          ...parts.map((part) => [
            <RefLink key="part" of={part.ref} day={part.date}>
              {part.label || messages.wake.gone}
            </RefLink>,
            formatDate(part.date),
            formatAmount(part.amount),
          ]),
          ...(others ? [[fill(messages.wake.others, { count: others.count }), '', formatAmount(others.amount)]] : []),
        ]}
      />
    </details>
  );
}

function WaterfallChanges({ owner, range, summary }: Pick<Props, 'range' | 'summary'> & { owner: ExplanationOwner }) {
  return (
    <AnsweredPanel {...useChanges(owner, range, summary)}>
      {(changes) => (
        <section className="why-part">
          {changes.since === null && <p className="muted">{waterfall.noStatement}</p>}
          <WaterfallChart
            label={changes.since === null ? waterfall.title : fill(waterfall.since, { date: formatDate(changes.since) })}
            from={{ label: waterfall.from, cents: toCents(changes.from) }}
            steps={changes.steps.map((step) => ({ label: step.label, cents: toCents(step.amount) }))}
            to={{ label: waterfall.to, cents: toCents(changes.to) }}
            words={{ label: waterfall.step, value: waterfall.change }}
          />
          {changes.steps.map((step) => (
            <StepParts key={step.label} step={step} />
          ))}
          {changes.steps.length === 0 && <p className="muted">{waterfall.none}</p>}
        </section>
      )}
    </AnsweredPanel>
  );
}

const adjustmentText = (row: Adjustment): string => {
  const name = labelWithoutInvoice(row);
  const reason = row.adjustment_reason;
  if (name !== null) return fill(words.adjustmentWithoutInvoice, { name, person: row.salesperson_name ?? '', reason });
  return fill(words.adjustment, { invoice: invoiceLabelOf(row), reason });
};

/** The adjustments that add up to the figure; those that exceed the limit share one line. */
function CountedAdjustments({ range, ofTeam, total }: { range: DateRange; ofTeam: boolean; total: number }) {
  return (
    <AnsweredPanel {...useCountedAdjustments(range, ofTeam)}>
      {(rows) => {
        const restCents = rows.reduce((left, row) => left - toCents(row.adjustment_amount), toCents(total));
        return (
          <WhyTable
            title={t.formula}
            headers={[t.step, t.date, t.amount]}
            rows={[
              ...rows.map((row) => [
                <RefLink key="row" of={{ kind: 'adjustment', id: row.id }} day={row.effective_date ?? null}>
                  {adjustmentText(row)}
                </RefLink>,
                formatDate(row.effective_date ?? null),
                formatAmount(row.adjustment_amount),
              ]),
              ...(restCents === 0 ? [] : [[words.otherAdjustments, '', formatAmount(fromCents(restCents))]]),
              [`= ${label.total_adjustments}`, '', formatAmount(total)],
            ]}
          />
        );
      }}
    </AnsweredPanel>
  );
}

/** Quota and version from the plan of one of the rows. */
function PlanRows({ row }: { row: Commission }) {
  return (
    <AnsweredPanel {...useExplanation(row)}>
      {({ rows }) => <SourceRows title={words.plan} rows={rows.filter(({ kind }) => kind === 'plan')} />}
    </AnsweredPanel>
  );
}

/** The current page with another figure open, or filtered by a status; or the records of other days. */
const toTermLink = (to: TermLink, search: string, userId: string | null): string => {
  if ('days' in to) return `${commissionsPath}?${toPeriodQuery({ mode: 'custom', ...to.days }, { person: userId ?? '' })}`;
  const query = new URLSearchParams(search);
  query.delete('open');
  if ('figure' in to) query.set('open', to.figure);
  else query.set('status', to.status);
  return `${commissionsPath}?${query}`;
};

/** The formula; shows the calculation column only if a line has a calculation. */
function Formula({ terms, userId }: Pick<FigureReason, 'terms'> & Pick<Props, 'userId'>) {
  const search = useSearch();
  const rows = terms.map(([name, calculation, amount, to]) => {
    const linkedName = to ? (
      <Link key={name} href={toTermLink(to, search, userId)}>
        {name}
      </Link>
    ) : (
      name
    );
    return [linkedName, calculation, amount] as const;
  });
  const hasCalculations = terms.some(([, calculation]) => calculation !== '');
  if (hasCalculations) return <WhyTable title={t.formula} headers={[t.step, t.calculation, t.amount]} rows={rows} />;
  return <WhyTable title={t.formula} headers={[t.step, t.amount]} rows={rows.map(([name, , amount]) => [name, amount])} />;
}

/** Buttons to the rows behind the figure. */
function Links({ reason, onRows, onAdjustments }: { reason: FigureReason } & Pick<Props, 'onRows' | 'onAdjustments'>) {
  const adjustments = reason.includesAdjustments && onAdjustments;
  if (reason.rows.length === 0 && !adjustments) return null;
  return (
    <p className="why-links">
      {reason.rows.map((status) => (
        <Button key={status} size="small" severity="secondary" onClick={() => onRows(status)}>
          {status === '' ? words.showAll : fill(messages.commissions.figureRows, { status: statusBadge(status).label.toLowerCase() })}
        </Button>
      ))}
      {adjustments && (
        <Button size="small" severity="secondary" onClick={adjustments}>
          {words.showAdjustments}
        </Button>
      )}
    </p>
  );
}

type Props = ExplanationOwner & {
  figure: SummaryFigure;
  summary: ShownSummary['summary'];
  range: DateRange;
  /** A record under the figure's plan; undefined if the figure covers several people. */
  sample: Commission | undefined;
  onRows: (status: string) => void;
  /** Undefined if the page has no adjustments. */
  onAdjustments: (() => void) | undefined;
  onClose: () => void;
};

/** Explains a summary figure: a sentence, the formula, its sources and its blockers. */
export default function WhySummary({ figure, summary, userId, ofTeam = false, range, sample, onClose, ...links }: Props) {
  const user = useUser();
  const owner = { userId, ofTeam };
  const scopeText = ofTeam ? words.team : words.everybody;
  const reason = getFigureReason(figure, { summary, range, who: userId === null ? scopeText : fullName(user) });
  const { amount, rate } = figureText(figure, summary);
  const title = fill(messages.commissions.figureWhyOf, { figure: label[figure], amount: rate === null ? amount : `${amount} · ${rate}` });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="why">
        {reason.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {reason.terms.length > 0 && <Formula terms={reason.terms} userId={userId} />}
        {reason.hasDifference && <Difference owner={owner} range={range} summary={summary} onFollow={onClose} />}
        {figure === 'total_adjustments' && (
          <CountedAdjustments range={range} ofTeam={ofTeam && userId === null} total={summary.total_adjustments} />
        )}
        {reason.blockers && <PaymentBlockers blocks={[...reason.blockers]} />}
        {reason.isFromPlan && sample !== undefined && <PlanRows row={sample} />}
        <Links reason={reason} {...links} />
        {reason.hasChanges && <WaterfallChanges owner={owner} range={range} summary={summary} />}
      </div>
    </Dialog>
  );
}
