import { checklistItems, type SeveralClosed } from '../../../contract/entities/periodReview.ts';
import { messages } from '../../../contract/messages.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { periodLabel } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { closingBlockers, type Month, readPayPeriodMonths } from './periods.ts';
import { signPeriod } from './signPeriod.ts';
import { stepPeriod } from './stepPeriod.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type CloseOutcome = SeveralClosed['data'][number];
const t = messages.periodRefusals;

const totalOf = ({ sums }: Month): number => fromCents((sums?.amount_cents ?? 0) + (sums?.adjustments_cents ?? 0));

/** The months up to a past one that are not closed, oldest first. @throws Problem 422 */
const readOpenUntil = async (tx: Pick<Repositories, 'config' | 'marks' | 'periods' | 'reviews' | 'setup'>, until: string, at: Date) => {
  const { config } = await currentConfig(tx);
  const months = (await readPayPeriodMonths(tx, config, todayIn(config.timezone, at))).reverse();
  if (!months.some(({ period, facts }) => periodLabel(period) === until && facts.isOver)) throw formProblem({ until: t.until });
  return months.filter(({ period, state }) => periodLabel(period) <= until && state !== 'closed');
};

/** A month's blockers, except earlier months and signatures, which `closePeriods` takes care of. */
const ownBlockersOf = (month: Month): string[] =>
  closingBlockers({ ...month, firstOpen: null, facts: { ...month.facts, earlierOpen: 0, signed: month.facts.signersNeeded } });

/** The number of signatures once this person has signed; their signature counts once. */
const signatureCountWith = ({ facts, period }: Month, ownMonths: ReadonlySet<string>): number =>
  facts.signed + (ownMonths.has(period.start_date) ? 0 : 1);

/** Previews the effect of closing each of these months now. */
export const previewClosePeriods = async ({ store, clock }: Deps, { userId }: Principal, until: string): Promise<SeveralClosed> => {
  const months = await readOpenUntil(store, until, clock());
  const signatures = await store.reviews.signatures(months.map(({ period }) => period.start_date));
  const ownMonths = new Set(signatures.filter(({ user_id, stands }) => stands && user_id === userId).map(({ month }) => month));
  let canClose = true;
  const data = months.map((month): CloseOutcome => {
    const id = periodLabel(month.period);
    const [blocker] = ownBlockersOf(month);
    const isSigned = signatureCountWith(month, ownMonths) >= month.facts.signersNeeded;
    const step = blocker !== undefined ? 'keep' : canClose && isSigned ? 'close' : 'sign';
    canClose = step === 'close';
    return { id, label: id, step, why: blocker ?? null, total: totalOf(month) };
  });
  return { data };
};

const signAndClose = async (deps: Deps, principal: Principal, month: Month, origin: Origin): Promise<CloseOutcome> => {
  const id = periodLabel(month.period);
  const item = { id, label: id, total: totalOf(month) };
  const [blocker] = ownBlockersOf(month);
  if (blocker !== undefined) return { ...item, step: 'keep', why: blocker };
  try {
    if (month.state !== 'review') await stepPeriod(deps, principal, id, 'review', '', origin);
    const signed = await signPeriod(deps, principal, id, checklistItems, origin);
    if (!signed.period.actions.includes('close')) return { ...item, step: 'sign', why: signed.period.blockers[0] ?? t.signedByYou };
    await stepPeriod(deps, principal, id, 'close', '', origin);
    return { ...item, step: 'close', why: null };
  } catch (error) {
    // Somebody else changed this month first; the others continue.
    if (!(error instanceof Problem) || error.status !== 409) throw error;
    return { ...item, step: 'keep', why: error.message };
  }
};

/**
 * Reviews, signs and closes past months in one step, oldest first, each in its own transaction (decisions 2.11). The first person signs
 * them, and the second one closes them.
 * @throws Problem 422
 */
export const closePeriods = async (deps: Deps, principal: Principal, until: string, origin: Origin): Promise<SeveralClosed> => {
  const data: CloseOutcome[] = [];
  for (const month of await readOpenUntil(deps.store, until, deps.clock())) data.push(await signAndClose(deps, principal, month, origin));
  return { data };
};
