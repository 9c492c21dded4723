import type { Approval } from '../../../contract/entities/approval.ts';
import { fullName, type Role } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { eventAddress } from '../../../contract/rules/events/eventAddress.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type DateRange, periodAt } from '../../../contract/rules/time/period.ts';
import type { ApprovalKey, WaitingAdjustment, WaitingPayout } from '../../db/repositories/approvals/approvals.ts';
import type { ProposalRow } from '../../db/repositories/facts/proposals.ts';
import type { PayoutRunRow, RunPersonRow } from '../../db/repositories/payouts/payoutRuns.ts';
import type { Store } from '../../db/repositories/store.ts';
import { personPeriodOf } from '../commissions/recompute/index.ts';
import { proposalReason } from '../facts/proposalReason.ts';
import { linkTo } from '../notifications/links.ts';
import { makersOf } from '../payments/paymentView.ts';
import { runMakersOf } from '../payouts/runView.ts';
import { readQuotasByPerson } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { isRowId } from '../shared/cursor.ts';
import { toApprovalId } from './approvalIds.ts';

type Repos = Pick<Store, 'approvals' | 'config' | 'payoutRuns' | 'proposals' | 'quotaPeople'>;
type Attainments = (userId: number) => number | null;
type AttainmentDay = Readonly<{ user_id: number; role: string; day: string }>;

/** Each person's attainment in the quota period of a day; two queries per distinct period. */
const attainmentsOf = async (store: Repos, people: readonly AttainmentDay[]): Promise<(reading: AttainmentDay) => number | null> => {
  const { config } = await currentConfig(store);
  const rangeOf = ({ user_id, role, day }: AttainmentDay): DateRange => personPeriodOf(config, { id: user_id, role: role as Role }, day);
  const nameOf = ({ start_date, end_date }: DateRange): string => `${start_date} ${end_date}`;
  const ranges = new Map(people.map((person) => [nameOf(rangeOf(person)), rangeOf(person)]));
  const attainmentsByRange = new Map<string, Attainments>();
  for (const [name, range] of ranges) {
    const quotas = await readQuotasByPerson(store, range);
    const counted = await store.approvals.counted([...new Set(people.map(({ user_id }) => user_id))], range);
    attainmentsByRange.set(name, (userId) => {
      const quota = quotas.get(userId)?.quota ?? 0;
      return quota === 0 ? null : (counted.get(userId) ?? 0) / quota;
    });
  }
  return (person) => attainmentsByRange.get(nameOf(rangeOf(person)))?.(person.user_id) ?? null;
};

type Effect = Pick<Approval, 'amount' | 'before' | 'after'>;
const effectOf = (before: number, amount: number, after: number): Effect => ({
  amount: fromCents(amount),
  before: fromCents(before),
  after: fromCents(after),
});
/** Pay without revenue leaves the attainment unchanged. */
const unchangedAttainment = (attainment: number | null): Approval['attainment'] =>
  attainment === null ? null : { before: attainment, after: attainment };
const earlierOf = ({ earlier_count, earlier_cents }: Pick<WaitingAdjustment, 'earlier_count' | 'earlier_cents'>) => ({
  count: earlier_count,
  amount: fromCents(earlier_cents),
});

const groups = { late_fact: 'late_fact', bonus: 'bonus', manual: 'adjustment', dispute: 'adjustment' } as const;

const approvalOfAdjustment = (row: WaitingAdjustment, attainment: number | null, actorId: number): Approval => ({
  id: toApprovalId({ subject: 'adjustment', id: row.id }),
  group: groups[row.origin],
  kind: row.kind,
  version: row.version,
  user_id: String(row.user_id),
  user_name: fullName(row),
  people: null,
  invoice_number: row.invoice_number,
  reason: row.reason,
  created_by: row.author,
  created_at: row.created_at,
  day: row.effective_date,
  ...effectOf(row.before_cents, row.amount_cents, row.before_cents + row.amount_cents),
  attainment: unchangedAttainment(attainment),
  earlier: earlierOf(row),
  calculation: row.calculation,
  own: actorId === row.user_id || actorId === (row.set_by ?? row.created_by),
  link: linkTo({ kind: 'adjustment', id: row.id, day: row.effective_date }) ?? '',
});

/** Links to the invoice, event or record that the command names. */
const linkOfProposal = ({ command, input, day, author_id }: ProposalRow): string => {
  const [first] = input as readonly unknown[];
  const id = Number(typeof first === 'object' && first !== null ? Reflect.get(first, 'id') : first);
  const subject = command.split('.')[0];
  if (subject === 'event' && isRowId(id)) return eventAddress(id, null);
  if ((subject === 'invoice' || subject === 'split') && isRowId(id)) return linkTo({ kind: 'invoice', id }) ?? '';
  const { start_date: start, end_date: end } = periodAt('month', day);
  return `/commissions?${new URLSearchParams({ period: 'month', start, end, person: String(author_id) })}`;
};

const approvalOfProposal = (row: ProposalRow, actor: Actor): Approval => ({
  id: toApprovalId({ subject: 'proposal', id: row.id }),
  group: 'own_pay',
  version: row.version,
  user_id: String(row.author_id),
  user_name: fullName(row),
  people: null,
  invoice_number: null,
  reason: proposalReason(actor, row),
  created_by: fullName(row),
  created_at: row.created_at,
  day: row.day,
  ...effectOf(row.before_cents, row.after_cents - row.before_cents, row.after_cents),
  attainment: null,
  earlier: null,
  calculation: null,
  own: false,
  link: linkOfProposal(row),
});

const approvalOfPayout = (row: WaitingPayout, attainment: number | null, actorId: number): Approval => ({
  id: toApprovalId({ subject: 'payout', id: row.id }),
  group: 'payment',
  version: row.version,
  user_id: String(row.user_id),
  user_name: fullName(row),
  people: null,
  invoice_number: row.invoice_number,
  reason: row.notes ?? fill(messages.approvals.payment, { method: row.method }),
  created_by: row.author ?? '',
  created_at: row.created_at,
  day: row.paid_on,
  ...effectOf(row.due_cents, row.amount_cents, row.due_cents - row.amount_cents),
  attainment: unchangedAttainment(attainment),
  earlier: earlierOf(row),
  calculation: null,
  own: makersOf(row).includes(actorId),
  link: linkTo({ kind: 'payout', id: row.id, page: '/payments' }) ?? '',
});

const approvalOfRun = (row: PayoutRunRow, people: readonly RunPersonRow[], actorId: number): Approval => {
  const due = people.reduce((sum, { due_cents }) => sum + due_cents, 0);
  return {
    id: toApprovalId({ subject: 'run', id: row.id }),
    group: 'run',
    version: row.version,
    user_id: null,
    user_name: null,
    people: row.people,
    invoice_number: null,
    reason: fill(messages.approvals.run, { month: monthText(row.month) }),
    created_by: row.author,
    created_at: row.created_at,
    day: row.pay_on,
    ...effectOf(due, row.amount_cents, due - row.amount_cents),
    attainment: null,
    earlier: null,
    calculation: null,
    own: runMakersOf(row, people).includes(actorId),
    link: linkTo({ kind: 'payoutRun', id: row.id }) ?? '',
  };
};

/** Waiting items with the facts needed to decide them, in the order of the keys. */
export const approvalsOf = async (store: Repos, keys: readonly ApprovalKey[], actor: Actor): Promise<Approval[]> => {
  const actorId = Number(actor.id);
  const idsOf = (subject: ApprovalKey['subject']): number[] => keys.flatMap((key) => (key.subject === subject ? key.id : []));
  const adjustments = await store.approvals.adjustments(idsOf('adjustment'));
  const payouts = await store.approvals.payouts(idsOf('payout'));
  const attainment = await attainmentsOf(store, [
    ...adjustments.map((row) => ({ ...row, day: row.effective_date })),
    ...payouts.map((row) => ({ ...row, day: row.paid_on })),
  ]);
  const approvalsById = new Map<string, Approval>();
  const addApproval = (approval: Approval): unknown => approvalsById.set(approval.id, approval);
  for (const row of adjustments) addApproval(approvalOfAdjustment(row, attainment({ ...row, day: row.effective_date }), actorId));
  for (const row of await store.proposals.byIds(idsOf('proposal'))) addApproval(approvalOfProposal(row, actor));
  for (const row of payouts) addApproval(approvalOfPayout(row, attainment({ ...row, day: row.paid_on }), actorId));
  for (const id of idsOf('run')) {
    const row = await store.payoutRuns.byId(id);
    if (row) addApproval(approvalOfRun(row, await store.payoutRuns.people(id, null), actorId));
  }
  return keys.flatMap((key) => approvalsById.get(toApprovalId(key)) ?? []);
};
