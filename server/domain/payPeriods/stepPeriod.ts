import type { PayPeriod, PayPeriodState } from '../../../contract/entities/payPeriod.ts';
import { payPeriodLifecycle } from '../../../contract/lifecycles/payPeriod.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type DateRange, periodLabel } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type ChangeContext, changeFacts, type DeclareFacts, type WriteResult } from '../facts/changeFacts.ts';
import { proposable } from '../facts/proposable.ts';
import { notify } from '../notifications/notify.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { issueStatements } from '../statements/issueStatements.ts';
import { closingBlockers, type Month, payPeriodOf, periodEventOf, readPayPeriodMonths } from './periods.ts';

type Action = PayPeriod['actions'][number];

const t = messages.periodRefusals;

const refusal = (month: Month, action: Action): Problem => {
  const blockers = closingBlockers(month);
  if (action === 'close' && month.state === 'review' && blockers.length > 0)
    return new Problem(409, month.facts.computing > 0 ? 'period_computing' : 'period_blocked', blockers.join(' '), {
      errors: Object.fromEntries(blockers.map((blocker, index) => [`blockers.${index}`, blocker])),
    });
  const words = { month: monthText(month.period.start_date), state: t.states[month.state] };
  if (action === 'close' && month.state === 'closed') return new Problem(409, 'period_step', fill(t.alreadyClosed, words));
  if (action === 'close') return new Problem(409, 'period_step', fill(t.notReviewed, words));
  return new Problem(409, 'period_step', fill(t.step, words));
};

/** @throws Problem 404 */
export const findMonth = async (
  tx: Pick<Repositories, 'periods' | 'marks' | 'reviews' | 'setup'>,
  config: CommissionsConfig,
  label: string,
  today: string,
): Promise<Month> => {
  const month = (await readPayPeriodMonths(tx, config, today)).find(({ period }) => periodLabel(period) === label);
  if (!month) throw notFoundProblem('pay period');
  return month;
};

const notifyOthers = async (
  tx: Repositories,
  { period }: Month,
  state: 'closed' | 'reopened',
  actorId: number,
  at: Date,
): Promise<void> => {
  const subject = { kind: 'period', id: periodLabel(period) } as const;
  const facts = { subject, occurrence: `${state}:${at.toISOString()}`, words: { month: monthText(period.start_date) } };
  const to = await tx.periods.peopleOf(['admin', 'finance']);
  await notify(tx, state === 'closed' ? 'monthClosed' : 'monthReopened', facts, { to, by: actorId, at, channels: true });
};

type Step = Readonly<{ label: string; action: Action; reason: string }>;

/** Issues a statement to everyone paid in the month. */
const issueMonthStatements = async (
  tx: Repositories,
  { start_date: month, end_date }: DateRange,
  actorId: number,
  at: Date,
): Promise<void> => {
  const userIds = await tx.issued.peopleOf(month, end_date);
  if (!(await issueStatements(tx, { month, runId: null, userIds }, { actorId, at }))) return;
  const subject = { kind: 'statement', month } as const;
  const words = { month: monthText(month) };
  await notify(tx, 'statementIssued', { subject, occurrence: at.toISOString(), words }, { to: userIds, at });
};

const write = async (
  tx: Repositories,
  declareFacts: DeclareFacts,
  context: ChangeContext,
  { label, action, reason }: Step,
): Promise<WriteResult<PayPeriod>> => {
  const { at, principal } = context;
  const { actor, userId } = principal;
  const { version, config } = await currentConfig(tx);
  const today = todayIn(config.timezone, at);
  const before = await findMonth(tx, config, label, today);
  const next = step(payPeriodLifecycle, before.state, periodEventOf(action, reason), before.facts) as PayPeriodState | null;
  if (next === null) {
    if (action === 'reopen' && before.state === 'closed') throw formProblem({ reason: messages.payPeriods.reasonShort });
    throw refusal(before, action);
  }
  const isClosing = next === 'closed';
  const change = {
    start_date: before.period.start_date,
    end_date: before.period.end_date,
    state: next,
    closed_at: isClosing ? at.toISOString() : null,
    closed_by: isClosing ? userId : null,
    reason: action === 'reopen' ? reason.trim() : isClosing ? null : (before.row?.reason ?? null),
  };
  // Recomputes the whole month from today's facts and configuration; late facts now count without a proposal.
  if (next === 'reopened') await declareFacts({ bookedIn: change });
  const id = await tx.periods.save(change);
  const finish = async () => {
    if (action === 'review') await tx.reviews.forget(change.start_date);
    const hash = isClosing ? await tx.periods.keep(id, change, version, at) : undefined;
    if (isClosing) await issueMonthStatements(tx, change, userId, at);
    if (next === 'closed' || next === 'reopened') await notifyOthers(tx, before, next, userId, at);
    const entry = { actorId: userId, action: `period.${action}`, entity: 'pay_period', entityId: label };
    const cause = action === 'reopen' ? { cause: reason.trim() } : {};
    const entries = [{ ...entry, before: { state: before.state }, after: { state: next, ...(hash ? { hash } : {}) }, ...cause }];
    return { answer: payPeriodOf(actor, await findMonth(tx, config, label, today)), entries };
  };
  return { why: { kind: 'month_reopened', month: change.start_date }, finish };
};

/**
 * Moves a month one step (contract/lifecycles/period.ts). Closing saves records, facts, configuration and their hash; reopening keeps the
 * saved data.
 * @throws Problem 202 waiting_for_approval, 404, 409 with the blockers, 422 for reopening without a reason
 */
export const stepPeriod = proposable(
  'period.step',
  (
    { store, clock }: Pick<Services, 'store' | 'clock'>,
    principal: Principal,
    label: string,
    action: Action,
    reason: string,
    origin: Origin,
  ): Promise<PayPeriod> => {
    const context = { principal, origin, at: clock(), alone: true };
    return store.transaction((tx) =>
      changeFacts(tx, context, (declareFacts) => write(tx, declareFacts, context, { label, action, reason })),
    );
  },
);
