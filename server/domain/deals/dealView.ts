import { type Deal, type DealAction, dealActions } from '../../../contract/entities/deal.ts';
import { type DealEvent, type DealFacts, dealLifecycle } from '../../../contract/lifecycles/deal.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { daysInStage, dealNeedsOf, isStale, stageNames } from '../../../contract/rules/deals.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import { canAccessDeal } from './dealScope.ts';

/** The facts the lifecycle's guards read. */
export const dealFactsOf = ({ connection_id, owner_id, amount_cents, stage }: DealRow): DealFacts => ({
  connected: connection_id !== null,
  complete: owner_id !== null && amount_cents !== null,
  stage,
  stages: stageNames,
});

const eventOf = (action: Exclude<DealAction, 'annotate'>, { stage }: DealRow): DealEvent => {
  if (action === 'move') return { type: 'move', stage: stageNames.find((name) => name !== stage) ?? '' };
  return action === 'lose' ? { type: 'lose', reason: 'any' } : { type: action };
};

const actionsOf = (actor: Actor, row: DealRow): DealAction[] =>
  canAccessDeal(actor, 'deal:write', row)
    ? dealActions.filter((action) => action === 'annotate' || canStep(dealLifecycle, row.state, eventOf(action, row), dealFactsOf(row)))
    : [];

/** decisions 2.17: a deal as the actor sees it, with its current age. */
export const dealOf = (actor: Actor, row: DealRow, now: Date): Deal => {
  const { state, amount_cents, probability, stage_entered_at } = row;
  const wireDeal = {
    amount: amount_cents === null ? null : fromCents(amount_cents),
    expected_close_date: row.expected_close_date,
  };
  const stage_days = daysInStage(new Date(stage_entered_at), now);
  return {
    id: String(row.id),
    name: row.name,
    customer_name: row.customer_name,
    customer_id: row.customer_id === null ? null : String(row.customer_id),
    owner_id: row.owner_id === null ? null : String(row.owner_id),
    owner_name: row.owner_id === null ? null : `${row.owner_first_name ?? ''} ${row.owner_last_name ?? ''}`.trim(),
    stage: row.stage,
    stage_gone: state === 'open' && row.connection_id === null && !stageNames.includes(row.stage),
    state,
    ...wireDeal,
    probability: probability === null ? null : Number(probability),
    closed_on: row.closed_on,
    lost_reason: row.lost_reason,
    notes: row.notes,
    stage_entered_at,
    stage_days,
    stale: state === 'open' && isStale(stage_days),
    needs: state === 'open' ? dealNeedsOf({ ...wireDeal, owner: row.owner_id }) : [],
    source: row.source,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    actions: actionsOf(actor, row),
  };
};
