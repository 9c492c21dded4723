import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import { NO_DRAW } from '../../../contract/rules/commission/draw.ts';
import { groupBy } from '../../../contract/rules/groupBy.ts';
import { lastPaidDay } from '../../../contract/rules/payouts/payDay.ts';
import { withheldReasonOf } from '../../../contract/rules/payouts/runRules.ts';
import { addDays, type Day, isDay, periodAt } from '../../../contract/rules/time/period.ts';
import type { NewRunPerson } from '../../db/repositories/payouts/payoutRuns.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { createDrawParts, readDrawHolders } from '../draws/drawParts.ts';
import { payoutProposalOf } from '../draws/openDue.ts';
import { notify } from '../notifications/notify.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import { readPayoutApprovers } from '../payments/paymentView.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import { assertComputed } from './assertComputed.ts';
import { auditRun } from './runEffects.ts';

const t = messages.payoutRunRefusals;
const UNIQUE_VIOLATION = '23505';
export type RunRequest = Readonly<{ month: string; pay_on: string }>;

type RunDays = Readonly<{ month: Day; payOn: Day; upTo: Day }>;
type Outcome = NewRunPerson['outcome'];

/** Everyone with due or overpaid amounts, and how the run handles them (decisions 2.16). */
const readRunPeople = async (
  tx: Repositories,
  config: CommissionsConfig,
  { month, payOn, upTo }: RunDays,
  today: Day,
): Promise<NewRunPerson[]> => {
  const holders = await readDrawHolders(tx, config, periodAt('month', month).end_date);
  const candidateIds = [...(await tx.payoutRuns.owed(upTo)), ...holders.keys()];
  // Locks people before reading due amounts, so that nobody else pays the same, and earlier payments are visible.
  const people = await tx.facts.lockPeople([...new Set(candidateIds)]);
  await assertComputed(tx, people);
  const due = groupBy(await tx.payouts.payable(null, upTo, 0), ({ user_id }) => user_id);
  const overPaid = groupBy(await tx.payoutRuns.overPaid(upTo, 0, null), ({ user_id }) => user_id);
  const waiting = new Map((await tx.payoutRuns.waiting(upTo)).map((row) => [row.user_id, row]));
  const drawOf = await createDrawParts(tx, holders, month);
  return people.flatMap(({ id, role, active, left_on: leftOn }): NewRunPerson[] => {
    const proposed = payoutProposalOf(config, { id, role }, { payable: due.get(id) ?? [], overPaid: overPaid.get(id) ?? [] }, today);
    const draw = holders.has(id) ? drawOf(id, proposed.amount) : NO_DRAW;
    const isPaid = proposed.lines.length > 0 || draw.drawn > 0;
    const { under_way = 0, not_released = 0 } = waiting.get(id) ?? {};
    if (!isPaid && !proposed.carried && !waiting.has(id)) return [];
    const amount = proposed.amount - draw.recovered + draw.drawn;
    const withheldReason = isPaid ? withheldReasonOf(config.payout, { amount, drawn: draw.drawn, active, leftOn }, payOn) : null;
    const unpaid: Outcome = proposed.carried ? 'carried' : under_way === 0 ? 'not_released' : 'under_way';
    const outcome: Outcome = isPaid ? (withheldReason ?? 'paid') : unpaid;
    return [
      {
        user_id: id,
        outcome,
        due_cents: proposed.due,
        kept_cents: proposed.kept,
        over_cents: proposed.over,
        proposed_cents: amount,
        amount_cents: withheldReason === null ? amount : 0,
        waiting_cents: outcome === 'under_way' ? under_way : outcome === 'not_released' ? not_released : 0,
        lines: proposed.lines,
        drawn_cents: draw.drawn,
        recovered_cents: draw.recovered,
        draw_balance_cents: draw.balance,
      },
    ];
  });
};

const parseRunDays = ({ month, pay_on }: RunRequest, today: Day): RunDays => {
  const first = `${month}-01`;
  if (!isDay(first) || first > today) throw formProblem({ month: t.month });
  const days = limits.payments.daysAhead;
  if (!isDay(pay_on) || pay_on < today || pay_on > addDays(today, days)) throw formProblem({ pay_on: fill(t.payOn, { days }) });
  return { month: first, payOn: pay_on, upTo: lastPaidDay(first, today) };
};

/** Notifies approvers who did not create the run that it is waiting (decisions 5.02). */
const notifyApprovers = async (tx: Repositories, id: number, total: number, { principal, at }: PaymentBy): Promise<void> => {
  const { first_name, last_name } = (await tx.users.byId(principal.userId)) ?? { first_name: '', last_name: '' };
  const words = { amount: dollars(total), person: `${first_name} ${last_name}` };
  await notify(
    tx,
    'payoutRunWaiting',
    { subject: { kind: 'payoutRun', id }, occurrence: 'proposed', words },
    {
      to: await readPayoutApprovers(tx),
      by: principal.userId,
      at,
    },
  );
};

/**
 * Proposes a month's payout run: per person the due amount, less active payments and clawbacks; people left out are listed with the reason.
 * Payments are created as pending, so that nobody pays the same twice.
 * @returns its id
 * @throws Problem 409 run_proposed, period_closed, computing, 422
 */
export const proposeRun = async (tx: Repositories, request: RunRequest, by: PaymentBy): Promise<number> => {
  const { principal, at } = by;
  await tx.periods.lockShared();
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, at);
  const runDays = parseRunDays(request, today);
  const { month, payOn } = runDays;
  await assertOpen(tx, payOn);
  const known = await tx.payoutRuns.proposed();
  if (known !== null) throw new Problem(409, 'run_proposed', t.oneProposal);
  const createdAt = at.toISOString();
  const reference = `PAY-${request.month}-${payOn.replaceAll('-', '')}`;
  const run = { month, pay_on: payOn, reference, created_by: principal.userId, created_at: createdAt, updated_at: createdAt };
  // A concurrent second proposal waits here until the first is committed.
  const id = await tx.payoutRuns.add(run).catch((error: unknown) => {
    const isDuplicate = (error as { code?: string } | null)?.code === UNIQUE_VIOLATION;
    throw isDuplicate ? new Problem(409, 'run_proposed', t.oneProposal) : error;
  });
  const people = await readRunPeople(tx, config, runDays, today);
  if (people.length === 0) throw formProblem({ month: t.nothing });
  await tx.payoutRuns.addPeople(id, people);
  const paid = people.filter(({ outcome }) => outcome === 'paid');
  await tx.payoutRuns.addPayouts(
    paid.map((person) => ({ ...person, amount_cents: person.amount_cents ?? 0 })),
    { runId: id, payOn, reference, createdBy: principal.userId },
    at,
  );
  const total = paid.reduce((sum, { amount_cents = 0 }) => sum + amount_cents, 0);
  await notifyApprovers(tx, id, total, by);
  await auditRun(tx, { deed: 'proposed', id, after: { month, pay_on: payOn, people: paid.length, amount_cents: total } }, by);
  return id;
};
