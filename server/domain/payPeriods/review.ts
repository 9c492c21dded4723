import type { PeriodReview, ReviewPerson } from '../../../contract/entities/periodReview.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { outliersOf } from '../../../contract/rules/payPeriods/outliers.ts';
import { shiftPeriod } from '../../../contract/rules/time/period.ts';
import type { OwnBenefitRow } from '../../db/repositories/audit/auditLog.ts';
import type { ReviewedPerson } from '../../db/repositories/payPeriods/reviews.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { actionText } from '../audit/historyWords.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { issuedOf } from '../statements/issuedView.ts';
import { payPeriodOf } from './periods.ts';
import { findMonth } from './stepPeriod.ts';

const personOf = (row: ReviewedPerson): ReviewPerson => ({
  user_id: String(row.user_id),
  user_name: fullName(row),
  records: row.records,
  commission: fromCents(row.amount),
  adjustments: fromCents(row.adjusted),
  total: fromCents(row.amount + row.adjusted),
  before: fromCents(row.before),
  outliers: outliersOf(row),
  largest_id: row.largest_id === null ? null : String(row.largest_id),
  due: fromCents(row.due),
  under_way: fromCents(row.under_way),
});

/** Maximum number shown in a review; the audit log has them all. */
const MAX_BENEFITS = 100;
const ownBenefitOf = ({
  id,
  at,
  action,
  cents,
  decided_first,
  decided_last,
  ...person
}: OwnBenefitRow): PeriodReview['own_benefits'][number] => ({
  id: String(id),
  at,
  user_name: fullName(person),
  action: actionText(action),
  amount: fromCents(Number(cents)),
  approved_by: decided_first === null ? null : fullName({ first_name: decided_first, last_name: decided_last ?? '' }),
});

/** The review of a month before it is closed, in its current state (decisions 2.11). @throws Problem 404 */
export const readReview = async (
  store: Pick<Repositories, 'auditLog' | 'config' | 'issued' | 'marks' | 'payoutRuns' | 'periods' | 'reviews' | 'setup'>,
  actor: Actor,
  label: string,
  at: Date,
): Promise<PeriodReview> => {
  const { config } = await currentConfig(store);
  const month = await findMonth(store, config, label, todayIn(config.timezone, at));
  const { start_date, end_date } = month.period;
  const { reviews } = store;
  const people = await reviews.people(start_date, shiftPeriod(month.period, -1).start_date, end_date);
  const signatures = await reviews.signatures([start_date]);
  const run = await store.payoutRuns.ofMonth(start_date);
  return {
    period: payPeriodOf(actor, month),
    people: people.map(personOf),
    adjustments: (await reviews.waitingAdjustments(start_date, end_date)).map(({ id, author, amount_cents, reason, day, ...person }) => ({
      id: String(id),
      user_name: fullName(person),
      author,
      amount: fromCents(amount_cents),
      reason,
      day,
    })),
    questions: (await reviews.waitingQuestions(start_date, end_date)).map(({ id, record_id, invoice_number, day, ...person }) => ({
      id: String(id),
      record_id: String(record_id),
      user_name: fullName(person),
      invoice_number,
      day,
    })),
    unassigned: (await reviews.unassigned(start_date, end_date)).map(({ id, net_cents, ...invoice }) => ({
      id: String(id),
      net_revenue: fromCents(net_cents),
      ...invoice,
    })),
    own_benefits: (await store.auditLog.ownBenefits({ start_date, end_date }, MAX_BENEFITS)).map(ownBenefitOf),
    looks: (await reviews.listViewers(start_date)).map(({ name, looked_at }) => ({ user_name: name, at: looked_at })),
    signatures: signatures.map(({ name, signed_at, stands }) => ({ user_name: name, at: signed_at, stands })),
    signers_needed: month.facts.signersNeeded,
    may_sign:
      month.state === 'review' &&
      can(actor, 'period:close') &&
      !signatures.some(({ user_id, stands }) => stands && String(user_id) === actor.id),
    statements: (await store.issued.ofMonth(start_date)).map(issuedOf),
    run: run ? { id: String(run.id), status: run.state, amount: fromCents(run.amount_cents) } : null,
  };
};

/** @throws Problem 404 */
export const findReview = ({ store, clock }: Pick<Services, 'store' | 'clock'>, actor: Actor, label: string): Promise<PeriodReview> =>
  readReview(store, actor, label, clock());
