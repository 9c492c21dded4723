import '../../../ui/display/facts.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Deal } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { CustomerLink } from '../../../shared/customers/CustomerLink.tsx';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
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

/** The facts of a deal, including unknown and missing ones. */
export function DealFactsList({ deal }: { deal: Deal }) {
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
          fallbackHref={toListLink('owner', deal.owner_id)}
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
      <p>
        <DealWarnings deal={deal} />
      </p>
      {missingText !== '' && <Alert severity="warning">{fill(t.needsTip, { needs: missingText })}</Alert>}
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
