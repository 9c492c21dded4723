import './why.css';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { fromCents, toCents } from '../../../../contract/rules/money.ts';
import type { DateRange } from '../../../../contract/rules/period.ts';
import type { PageDialog } from '../../../machines/commissions.machine.ts';
import { Button } from '../../../ui/Button.tsx';
import { Waterfall } from '../../../ui/chart/Waterfall.tsx';
import Dialog from '../../../ui/dialog/Dialog.tsx';
import { formatDate } from '../../../ui/format.ts';
import { formatAmount, statusBadge } from '../columns.tsx';
import { useChanges } from '../useAnswers.ts';
import { Answered } from './WhyAnswered.tsx';
import { WhyTable } from './WhyTable.tsx';

const text = messages.explain;
const label = messages.commissions.summary;
const waterfall = messages.waterfall;

export type WhyFigure = Exclude<PageDialog, 'statement' | 'projection'>;

/** The summary's own numbers, set so that the last line is the sum of the ones before; cents, so that they do add up. */
const formulaOf = (figure: WhyFigure, summary: CommissionSummary): { sentence: string; terms: [string, number][] } => {
  if (figure === 'total_commission') {
    return {
      sentence: text.total,
      terms: [
        [label.period_commission, summary.period_commission],
        [`+ ${label.total_adjustments}`, summary.total_adjustments],
        [`= ${label.total_commission}`, summary.total_commission],
      ],
    };
  }
  const { total_commission_paid: paid, total_commission_due: due, total_commission_earned: earned } = summary;
  return {
    sentence: figure === 'total_commission_due' ? text.due : text.paid,
    terms: [
      [label.total_commission_paid, paid],
      [`+ ${label.total_commission_due}`, due],
      [`+ ${text.waiting}`, fromCents(toCents(earned) - toCents(paid) - toCents(due))],
      [`= ${label.total_commission_earned}`, earned],
    ],
  };
};

const statuses: Readonly<Record<WhyFigure, readonly string[]>> = {
  total_commission: ['due', 'paid', 'partially_paid', 'not_due'],
  total_commission_due: ['due', 'partially_paid'],
  total_commission_paid: ['paid', 'partially_paid'],
};

function Changes({ userId, range }: { userId: string | null; range: DateRange }) {
  return (
    <Answered {...useChanges(userId, range)}>
      {(changes) => (
        <section className="why-part">
          {changes.since === null && <p className="muted">{waterfall.noStatement}</p>}
          <Waterfall
            label={changes.since === null ? waterfall.title : fill(waterfall.since, { date: formatDate(changes.since) })}
            from={{ label: waterfall.from, cents: toCents(changes.from) }}
            steps={changes.steps.map((step) => ({ label: step.label, cents: toCents(step.amount) }))}
            to={{ label: waterfall.to, cents: toCents(changes.to) }}
            words={{ label: waterfall.step, value: waterfall.change, asTable: waterfall.asTable, asChart: waterfall.asChart }}
          />
          {changes.steps.length === 0 && <p className="muted">{waterfall.none}</p>}
        </section>
      )}
    </Answered>
  );
}

type Props = {
  figure: WhyFigure;
  summary: CommissionSummary;
  userId: string | null;
  range: DateRange;
  onStatus: (status: string) => void;
  onClose: () => void;
};

/** Why a figure of the summary is what it is: how it adds up, the rows behind it, and what changed since the last statement. */
export default function WhySummary({ figure, summary, userId, range, onStatus, onClose }: Props) {
  const { sentence, terms } = formulaOf(figure, summary);
  return (
    <Dialog title={fill(text.figure, { figure: label[figure], amount: formatAmount(summary[figure]) })} onClose={onClose}>
      <div className="why">
        <p>{sentence}</p>
        <WhyTable
          title={text.formula}
          headers={[text.step, text.amount]}
          rows={terms.map(([name, amount]) => [name, formatAmount(amount)])}
        />
        <p className="why-links">
          {statuses[figure].map((status) => (
            <Button
              key={status}
              size="small"
              severity="secondary"
              onClick={() => {
                onStatus(status);
                onClose();
              }}
            >
              {fill(text.showRows, { status: statusBadge(status).label.toLowerCase() })}
            </Button>
          ))}
        </p>
        <Changes userId={userId} range={range} />
      </div>
    </Dialog>
  );
}
