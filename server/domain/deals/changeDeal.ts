import type { Deal, DealState } from '../../../contract/entities/deal.ts';
import { dealNotesForm, lostForm } from '../../../contract/forms/deal.ts';
import { type DealEvent, dealLifecycle } from '../../../contract/lifecycles/deal.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { dealNeedsOf, probabilityOf } from '../../../contract/rules/deals.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { DealChange, DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { currentConfig } from '../plans/config.ts';
import { paysBonuses } from '../plans/planUses.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type DealVerb, recordDealEffects } from './dealEffects.ts';
import { checkOwner, type DealFormBody, findOrCreateCustomer, readDeal } from './dealForm.ts';
import { canAccessDeal } from './dealScope.ts';
import { dealFactsOf, dealOf } from './dealView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
export type DealVersion = Readonly<{ id: number | null; version: number }>;
type Change = DealVersion &
  Readonly<{
    verb: DealVerb;
    /** Null for a change of notes, which is not a lifecycle step. */
    event: DealEvent | null;
    /** Changes other than the state, computed from the locked row. */
    buildChange: (tx: Repositories, row: DealRow, at: Date) => Promise<DealChange>;
  }>;

const t = messages.dealRefusals;
const needWords = messages.deals.needs;

/** The reason why the lifecycle refuses the step, with the current deal. */
const refusedStep = (actor: Actor, row: DealRow, event: DealEvent, at: Date): Problem => {
  const current = dealOf(actor, row, at);
  if (row.connection_id !== null) return new Problem(409, 'deal_connected', fill(t.connected, { source: row.source ?? '' }), { current });
  if (row.state === 'open' && event.type === 'win') {
    const missing = dealNeedsOf({ owner: row.owner_id, amount: row.amount_cents, expected_close_date: '' });
    return new Problem(409, 'deal_incomplete', fill(t.incomplete, { needs: missing.map((need) => needWords[need]).join(', ') }), {
      current,
    });
  }
  if (row.state === 'open' && event.type === 'move') {
    if (event.stage === row.stage) return new Problem(409, 'deal_step', fill(t.sameStage, { stage: row.stage }), { current });
    return formProblem({ stage: messages.dealFormText.stageGone });
  }
  return new Problem(409, 'deal_step', fill(t.step, { state: row.state }), { current });
};

/**
 * Changes a deal: locks it, then checks permission, version and lifecycle step.
 * @throws Problem 403, 404, 409 stale_version, deal_step, deal_connected, deal_incomplete
 */
const changeDeal = (
  { store, clock }: Deps,
  principal: Principal,
  { id, version, verb, event, buildChange }: Change,
  origin: Origin,
): Promise<Deal> => {
  const at = clock();
  const { actor, userId } = principal;
  const change = async (tx: Repositories, declareFacts: DeclareFacts): Promise<WriteResult<Deal>> => {
    const before = id === null ? undefined : await tx.deals.lock(id);
    if (!before) throw notFoundProblem('deal');
    if (!canAccessDeal(actor, 'deal:write', before)) throw forbidden();
    if (before.version !== version) throw new Problem(409, 'stale_version', t.stale, { current: dealOf(actor, before, at) });
    const state = event === null ? before.state : step(dealLifecycle, before.state, event, dealFactsOf(before));
    if (state === null) throw refusedStep(actor, before, event as DealEvent, at);
    const values = await buildChange(tx, before, at);
    if (await paysBonuses(tx)) await declareFacts({ deals: [before.id] });
    await tx.deals.change(before.id, { ...values, state: state as DealState }, at);
    const after = await tx.deals.read(before.id);
    const finish = async () => ({
      answer: dealOf(actor, after, at),
      entries: await recordDealEffects(tx, { verb, before, after, actorId: userId }, at),
    });
    return { why: { kind: 'deal', id: after.id, name: after.name }, finish };
  };
  return store.transaction((tx) => changeFacts(tx, { principal, origin, at }, (declareFacts) => change(tx, declareFacts)));
};

/**
 * Edits manually entered fields; the stage has a separate action. Permission is checked before the form (decisions 3.05).
 * @throws Problem 403, 404, 409, 422
 */
export const editDeal = (deps: Deps, principal: Principal, target: DealVersion, body: DealFormBody, origin: Origin): Promise<Deal> => {
  const buildChange = async (tx: Repositories, row: DealRow, at: Date): Promise<DealChange> => {
    const { stage: _, ...input } = await readDeal(body);
    await checkOwner(tx, principal.actor, input.owner_id, at, row.owner_id);
    return { ...input, customer_id: await findOrCreateCustomer(tx, input.customer_name) };
  };
  return changeDeal(deps, principal, { ...target, verb: 'edited', event: { type: 'edit' }, buildChange }, origin);
};

export const moveDeal = (deps: Deps, principal: Principal, target: DealVersion, stage: string, origin: Origin): Promise<Deal> => {
  const buildChange = async (_: Repositories, __: DealRow, at: Date): Promise<DealChange> => ({
    stage,
    probability: String(probabilityOf(stage)),
    stage_entered_at: at.toISOString(),
  });
  return changeDeal(deps, principal, { ...target, verb: 'moved', event: { type: 'move', stage }, buildChange }, origin);
};

const closedFields = async (tx: Repositories, at: Date): Promise<DealChange> => {
  const { config } = await currentConfig(tx);
  return { closed_on: todayIn(config.timezone, at) };
};

export const winDeal = (deps: Deps, principal: Principal, target: DealVersion, origin: Origin): Promise<Deal> => {
  const buildChange = async (tx: Repositories, _: DealRow, at: Date): Promise<DealChange> => ({
    ...(await closedFields(tx, at)),
    probability: '1',
  });
  return changeDeal(deps, principal, { ...target, verb: 'won', event: { type: 'win' }, buildChange }, origin);
};

/** @throws Problem 403, 404, 409, 422 without a reason */
export const loseDeal = (deps: Deps, principal: Principal, target: DealVersion, input: string, origin: Origin): Promise<Deal> => {
  const reason = input.trim();
  const buildChange = async (tx: Repositories, _: DealRow, at: Date): Promise<DealChange> => {
    await checkForm(lostForm, { reason });
    return { ...(await closedFields(tx, at)), lost_reason: reason, probability: '0' };
  };
  // The form validates the reason; the lifecycle only decides whether the deal may be lost.
  const event = { type: 'lose', reason: reason || 'none yet' } as const;
  return changeDeal(deps, principal, { ...target, verb: 'lost', event, buildChange }, origin);
};

/** Reopens a deal in its last stage. @throws Problem 403, 404, 409 */
export const reopenDeal = (deps: Deps, principal: Principal, target: DealVersion, origin: Origin): Promise<Deal> => {
  const buildChange = async (_: Repositories, { stage }: DealRow, at: Date): Promise<DealChange> => {
    const probability = probabilityOf(stage);
    return {
      closed_on: null,
      lost_reason: null,
      probability: probability === null ? null : String(probability),
      stage_entered_at: at.toISOString(),
    };
  };
  return changeDeal(deps, principal, { ...target, verb: 'reopened', event: { type: 'reopen' }, buildChange }, origin);
};

/** Changes the notes; allowed in any state, also for deals of a connected CRM (decisions 2.17). @throws Problem 403, 404, 409, 422 */
export const annotateDeal = (deps: Deps, principal: Principal, target: DealVersion, notes: string, origin: Origin): Promise<Deal> => {
  const buildChange = async (): Promise<DealChange> => {
    await checkForm(dealNotesForm, { notes });
    return { notes: notes.trim() || null };
  };
  return changeDeal(deps, principal, { ...target, verb: 'annotated', event: null, buildChange }, origin);
};
