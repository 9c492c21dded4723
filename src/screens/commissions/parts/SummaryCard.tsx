import type { ReactNode } from 'react';
import type { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { messages } from '../../../../contract/messages.ts';
import { commissionsQuotaColour } from '../../../../contract/rules/attainment.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { formatPercent, NONE } from '../../../ui/format.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { formatAmount, statusBadge } from '../columns.tsx';
import type { CommissionsView } from '../connectCommissions.ts';
import { defaultSummary } from '../connectCommissions.ts';

const label = messages.commissions.summary;
type Summary = Partial<CommissionSummary>;

const amount = (value: number | undefined): string => (value === undefined ? NONE : formatAmount(value));
const percent = (value: number | null | undefined): string =>
  value === undefined ? NONE : value === null ? messages.commissions.mixed : formatPercent(value);

function Figure({ name, hero, children }: { name: string; hero?: boolean; children: ReactNode }) {
  return (
    <div className={hero ? 'figure-block figure-hero' : 'figure-block'}>
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

function Attainment({ summary }: { summary: Summary }) {
  const fraction = summary.quota_attainment;
  return (
    <div className="figure-block figure-wide">
      <dt>{label.quota_attainment}</dt>
      <dd className="figure">
        {fraction === null || fraction === undefined ? NONE : formatPercent(fraction)}
        {fraction !== null && fraction !== undefined && (
          <ProgressBar label={label.quota_attainment} value={fraction} severity={progressColour(fraction)} />
        )}
      </dd>
    </div>
  );
}

const progressColour = (fraction: number): 'success' | 'warning' | 'danger' => {
  const colour = commissionsQuotaColour(fraction);
  return colour === 'success' || colour === 'warning' ? colour : 'danger';
};

/** spec 2.34, 3.06: the money first, then what it is made of. */
export function SummaryCard({ summary, state }: { summary: CommissionSummary | null; state: CommissionsView['summaryState'] }) {
  const shown: Summary = summary ?? defaultSummary;
  const value = (content: ReactNode): ReactNode => (state === 'loading' ? <Skeleton width="7ch" height="1.2em" /> : content);
  const status = shown.commission_status;
  return (
    <Card
      title={messages.commissions.summaryTitle}
      actions={status ? <Badge severity={statusBadge(status).severity}>{statusBadge(status).label}</Badge> : null}
    >
      <dl className="summary" aria-busy={state === 'loading'}>
        <Figure name={label.total_commission} hero>
          {value(amount(shown.total_commission))}
        </Figure>
        <Figure name={label.total_commission_due} hero>
          {value(amount(shown.total_commission_due))}
        </Figure>
        <Figure name={label.total_commission_paid} hero>
          {value(amount(shown.total_commission_paid))}
        </Figure>
        <Attainment summary={shown} />
        <Figure name={label.quota_amount}>{value(amount(shown.quota_amount))}</Figure>
        <Figure name={label.period_net_revenue}>{value(amount(shown.period_net_revenue))}</Figure>
        <Figure name={label.base_revenue}>{value(`${amount(shown.base_revenue)} · ${percent(shown.base_commission_rate)}`)}</Figure>
        <Figure name={label.over_quota_revenue}>
          {value(`${amount(shown.over_quota_revenue)} · ${percent(shown.over_quota_commission_rate)}`)}
        </Figure>
        <Figure name={label.period_commission}>{value(amount(shown.period_commission))}</Figure>
        <Figure name={label.total_adjustments}>{value(amount(shown.total_adjustments))}</Figure>
        <Figure name={label.total_commission_earned}>{value(amount(shown.total_commission_earned))}</Figure>
        <Figure name={label.effective_commission_rate}>{value(percent(shown.effective_commission_rate))}</Figure>
        <Figure name={label.average_deal_size}>{value(amount(shown.average_deal_size))}</Figure>
        <Figure name={label.total_commissionable_sales}>{value(amount(shown.total_commissionable_sales))}</Figure>
        <Figure name={label.ytd_progress}>{value(`${amount(shown.ytd_progress)} / ${amount(shown.ytd_target)}`)}</Figure>
      </dl>
    </Card>
  );
}
