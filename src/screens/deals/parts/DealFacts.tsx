import '../../../ui/display/facts.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type Deal, dealStateBadges } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { CustomerLink } from '../../../shared/customers/CustomerLink.tsx';
import { PanelAnswer } from '../../../shared/lists/PanelAnswer.tsx';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatDate, NONE } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { formatDays, formatDealAmount, formatProbability } from '../dealNames.ts';
import { DealWarnings } from './DealWarnings.tsx';

const t = messages.deals;
const { columns, panel } = t;

/** Links a value to the deals that share it. */
const toListLink = (key: string, value: string): string => `/deals?${new URLSearchParams({ state: 'all', [key]: value })}`;

const renderListLink = (href: string, label: string): ReactNode => <Link href={href}>{label}</Link>;

const toAnswer = (deal: Deal): string => {
  const { state, amount, stage, closed_on: day, lost_reason: reason } = deal;
  const { answers } = panel;
  return fill(state === 'open' ? (amount === null ? answers.unknown : answers.open) : answers[state], {
    amount: formatDealAmount(deal),
    probability: formatProbability(deal),
    stage,
    days: formatDays(deal.stage_days),
    day: day === null ? NONE : formatDate(day),
    reason: reason ?? panel.noReason,
  });
};

/** The facts of a deal, including unknown and missing ones. `onEdit`: opens its form; undefined for those who may not. */
export function DealFactsList({ deal, onEdit }: { deal: Deal; onEdit: (() => void) | undefined }) {
  const missingText = deal.needs.map((need) => t.needs[need]).join(', ');
  const facts: readonly (readonly [string, ReactNode])[] = [
    [columns.amount, formatDealAmount(deal)],
    [
      columns.stage,
      deal.state === 'open' ? renderListLink(`/deals?${new URLSearchParams({ stage: deal.stage })}`, deal.stage) : deal.stage,
    ],
    [columns.probability, deal.state === 'open' ? renderListLink('/pipeline', formatProbability(deal)) : formatProbability(deal)],
    [columns.expected_close_date, deal.expected_close_date === null ? t.unknown : formatDate(deal.expected_close_date)],
    [
      columns.owner_name,
      deal.owner_id === null ? (
        t.nobody
      ) : (
        <PersonLink
          key="owner"
          id={deal.owner_id}
          name={deal.owner_name || NONE}
          isListed
          fallbackHref={toListLink('person', deal.owner_id)}
        />
      ),
    ],
    [
      columns.customer_name,
      <CustomerLink
        key="customer"
        id={deal.customer_id}
        name={deal.customer_name}
        fallbackHref={toListLink('customer', deal.customer_name)}
      />,
    ],
    [columns.stage_entered_at, formatDays(deal.stage_days)],
    ...(deal.closed_on === null ? [] : [[panel.closedOn, formatDate(deal.closed_on)] as const]),
    [
      panel.from,
      fill(deal.source === null ? panel.fromHere : panel.fromSource, { source: deal.source ?? '', when: formatInstant(deal.updated_at) }),
    ],
    ...(deal.lost_reason === null ? [] : [[panel.lostReason, deal.lost_reason] as const]),
  ];
  return (
    <section aria-label={panel.facts}>
      <PanelAnswer badge={dealStateBadges[deal.state]}>{toAnswer(deal)}</PanelAnswer>
      {deal.state === 'open' && (
        <p>
          <DealWarnings deal={deal} />
        </p>
      )}
      {missingText !== '' && (
        <Alert
          severity="warning"
          action={
            onEdit && (
              <Button size="small" severity="secondary" onClick={onEdit}>
                {panel.fillIn}
              </Button>
            )
          }
        >
          {fill(t.needsTip, { needs: missingText })}
        </Alert>
      )}
      {deal.stage_gone && <Alert severity="warning">{fill(t.stageGoneTip, { stage: deal.stage })}</Alert>}
      {deal.source !== null && <Alert severity="info">{fill(panel.source, { source: deal.source })}</Alert>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{panel.notes}</h3>
      <p className={deal.notes === null ? 'muted' : 'deal-notes'}>{deal.notes ?? panel.noNotes}</p>
    </section>
  );
}
