import type { NextPayout, WaitingRecordList } from '../../../contract/entities/payout.ts';
import type { NextRun } from '../../../contract/entities/payoutRun.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { NO_DRAW } from '../../../contract/rules/commission/draw.ts';
import { type Cents, fromCents } from '../../../contract/rules/money.ts';
import { type PayDays, runOfRecord } from '../../../contract/rules/payouts/payDay.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { readWaiting } from '../statements/waitingLines.ts';
import { findPayee, payoutOf, readyPayoutOf } from './payoutReading.ts';
import { type ReadyPayout, readNextMonth, readReadyPayout } from './readyPayout.ts';

type Repos = Pick<
  Repositories,
  'config' | 'draws' | 'facts' | 'marks' | 'payouts' | 'payoutRuns' | 'payoutsPage' | 'statementParts' | 'users'
>;
const MAX_IN_PROGRESS = 20;

/** The month and pay day of the payout run that My check previews (decisions 2.29). */
export const readNextRun = async (tx: Pick<Repositories, 'config' | 'payoutRuns'>, now: Date): Promise<NextRun> => {
  const { config } = await currentConfig(tx);
  const { month, pay_on } = await readNextMonth(tx, config, todayIn(config.timezone, now));
  return { month: month.slice(0, 7), pay_on };
};

/** The draw in the next check: that of the payment in progress, or of the payout that a run would propose now. */
const readDrawLine = async (tx: Repos, userId: number, inProgress: PayoutRow | undefined, { draw, isForgiven, heldBack }: ReadyPayout) => {
  const planned = heldBack === null ? draw : NO_DRAW;
  const {
    drawn_cents: drawn,
    recovered_cents: recovered,
    draw_balance_cents: balance,
  } = inProgress ?? { drawn_cents: planned.drawn, recovered_cents: planned.recovered, draw_balance_cents: planned.balance };
  const owed = isForgiven ? 0 : Math.max(0, (await tx.draws.paidBalance(userId)) + balance);
  if (drawn === 0 && recovered === 0 && owed === 0) return {};
  return { draw: { drawn: fromCents(drawn), recovered: fromCents(recovered), owed: fromCents(owed) } };
};

/** Due amounts of days after `upTo`, by the day of the first run that can pay them. Cents. */
const readLaterPayments = async (
  tx: Repos,
  userId: number,
  { rule, today, upTo }: Readonly<{ rule: PayDays['rule']; today: Day; upTo: Day }>,
) => {
  const rows = (await tx.payouts.payable(userId, ALL_DAYS.to, 0)).filter(({ day }) => day > upTo);
  if (rows.length === 0) return new Map<Day, Cents>();
  const payDays = { rule, last: await tx.payoutRuns.last() };
  const sums = new Map<Day, Cents>();
  for (const { day, open } of rows) {
    const { pay_on } = runOfRecord(payDays, today, { bookedOn: day, dueOn: today });
    sums.set(pay_on, (sums.get(pay_on) ?? 0) + open);
  }
  return sums;
};

const readNext = async (tx: Repos, actor: Actor, userId: number, now: Date): Promise<NextPayout> => {
  const payee = await findPayee(tx, actor, userId);
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, now);
  const ready = await readReadyPayout(tx, userId, config, today);
  const rows = await tx.payoutsPage.inProgress(userId, MAX_IN_PROGRESS);
  const inProgress = rows.map(payoutOf).reverse();
  const { waiting, held } = await tx.statementParts.unreleased(userId, today, today);
  const marked = await tx.marks.markedOf([{ user_id: userId, ...ALL_DAYS }]);
  const carried = ready.amount === 0 && ready.proposed.carried ? ready.proposed.due : 0;
  const { heldBack } = ready;
  const later = await readLaterPayments(tx, userId, { rule: config.payout.day, today, upTo: ready.upTo });
  const paid = heldBack === null ? ready.amount : 0;
  return {
    next: inProgress[0] ?? readyPayoutOf(payee, paid, ready.payDay),
    in_progress: inProgress,
    ready: fromCents(paid + carried),
    ready_on: ready.payDay,
    ...(heldBack === null ? {} : { held_back: { reason: heldBack, amount: fromCents(ready.amount) } }),
    ...(later.size === 0 ? {} : { later: [...later].map(([pay_on, amount]) => ({ amount: fromCents(amount), pay_on })) }),
    ...(await readDrawLine(tx, userId, rows.at(-1), ready)),
    waiting: fromCents(waiting),
    held: fromCents(held),
    computing: marked.length > 0,
  };
};

/** decisions 2.29: a person's next check, by default the actor's own. @throws Problem 403, 404 */
export const nextPayout = ({ store, clock }: Pick<Services, 'store' | 'clock'>, actor: Actor, userId: number | null): Promise<NextPayout> =>
  store.snapshot((tx) => readNext(tx, actor, userId ?? Number(actor.id), clock()));

const readWaitingRecords = async (tx: Repos, actor: Actor, userId: number, now: Date): Promise<WaitingRecordList> => {
  await findPayee(tx, actor, userId);
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, now);
  const records = await readWaiting(tx, userId, today, today);
  const { waiting, held } = await tx.statementParts.unreleased(userId, today, today);
  const data = records.map(({ row, line }) => ({
    id: String(row.id),
    invoice_number: line.invoice,
    customer_name: line.customer,
    booking_date: line.date,
    amount: fromCents(line.amount),
    expected_on: line.expected,
    why: line.why,
  }));
  return { data, total: fromCents(waiting + held) };
};

/** decisions 2.29: a person's earned and unreleased records of all months, by default the actor's own. @throws Problem 403, 404 */
export const listWaitingRecords = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  userId: number | null,
): Promise<WaitingRecordList> => store.snapshot((tx) => readWaitingRecords(tx, actor, userId ?? Number(actor.id), clock()));
