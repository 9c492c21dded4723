import { fullName } from '../../../../../contract/entities/user.ts';
import { noticeParts } from '../../../../../contract/messages/notifications.ts';
import { fill } from '../../../../../contract/messages.ts';
import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { AuditWrite } from '../../../../db/repositories/audit/audit.ts';
import type { PersonRow } from '../../../../db/repositories/commissions/facts.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import { notify } from '../../../notifications/notify.ts';
import { isBeforeBooks } from '../../../plans/books.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { signedDollars } from '../../../shared/moneyText.ts';
import { type ClosedMonths, monthOfDay } from '../closedMonths.ts';
import type { DiffedPerson } from '../diffPeople.ts';
import { isFullyRead } from '../expected/index.ts';
import { approversOf, type Cause, notifyWaiting, propose, repropose } from '../proposals.ts';
import type { LateFact } from './compareClosed.ts';
import { firstOpenDay, type LateProposal, settleLateFacts } from './settle.ts';

type Repos = Pick<Repositories, 'notifications' | 'periods' | 'records'>;
type NewProposal = Readonly<{ id: number; proposal: LateProposal; effective: Day }>;

/** With at least this many proposals, a person gets one summary notice. */
const MIN_GROUP_SIZE = 4;

const notifyApprovers = async (tx: Repos, person: PersonRow, created: readonly NewProposal[], cause: Cause): Promise<void> => {
  const [first] = created;
  if (!first) return;
  const audience = await approversOf(tx, cause);
  if (created.length >= MIN_GROUP_SIZE) {
    const amount = signedDollars(created.reduce((sum, { proposal }) => sum + proposal.amount, 0));
    const subject = { kind: 'records', month: monthOfDay(first.effective) } as const;
    const words = { count: created.length, amount, person: fullName(person) };
    // Keyed by the first proposal, because notices for several people may be created at the same instant.
    return notify(tx, 'adjustmentsWaiting', { subject, occurrence: `pending:${first.id}`, words }, audience);
  }
  for (const { id, proposal, effective } of created) {
    const adjustment = fill(noticeParts.adjustment, { amount: signedDollars(proposal.amount), invoice: proposal.invoiceNumber });
    await notifyWaiting(tx, person, { id, adjustment, reason: proposal.reason, effective }, audience);
  }
};

/** `made`: the created proposal; null if a pending one was updated. */
const writeProposal = async (
  tx: Repos,
  { id: user_id }: PersonRow,
  proposal: LateProposal,
  effective: Day,
  cause: Cause,
): Promise<Readonly<{ entry: AuditWrite; made: NewProposal | null }>> => {
  const { invoiceId, commissionId, amount: amount_cents, calculation, reason, replaces, invoiceNumber } = proposal;
  if (replaces) return { entry: await repropose(tx, replaces, { amount_cents, calculation }, cause), made: null };
  const lateFields = { origin: 'late_fact', state: 'pending', commission_id: commissionId, related_invoice_id: invoiceId } as const;
  const adjustmentFields = { user_id, amount_cents, reason, effective_date: effective, created_by: cause.actorId, calculation };
  const { id, entry } = await propose(tx, { ...lateFields, ...adjustmentFields }, invoiceNumber, cause);
  return { entry, made: { id, proposal, effective } };
};

/**
 * Filters out new team shares whose seller's record is in a closed month: the share belongs to the manager at that time, unless facts about
 * that day have changed since. A seller's record in an open month does not settle this, because it may still be recomputed.
 */
const withoutSettledShares = async (
  tx: Pick<Repositories, 'records'>,
  diffedPeople: readonly DiffedPerson[],
  closedMonths: ClosedMonths,
): Promise<(late: LateFact) => boolean> => {
  const shares = diffedPeople.flatMap(({ diff }) =>
    diff.late.flatMap(({ expected, stored, isOther }) => (expected?.credit === 'override' && !stored && !isOther ? [expected.fact] : [])),
  );
  if (shares.length === 0) return () => true;
  const sellers = await tx.records.daysOf(shares.map(({ id, salesperson_id }) => ({ user_id: salesperson_id, invoice_id: id })));
  const closed = sellers.filter(({ day }) => closedMonths.has(monthOfDay(day)));
  const settled = new Set(closed.map(({ user_id, invoice_id }) => `${user_id} ${invoice_id}`));
  return ({ expected, stored, isOther }) =>
    stored !== undefined ||
    isOther ||
    expected?.credit !== 'override' ||
    !settled.has(`${expected.fact.salesperson_id} ${expected.fact.id}`);
};

type Settling = Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; movedTo?: ReadonlyMap<number, Day> }>;

/**
 * Turns differences of closed months into proposals, person by person. Earlier proposals (for late facts, for facts of reopened months, and
 * for invoices before the current start of the books) are settled again if everything that affects them was read.
 * @param movedTo new booking days of invoices that a preview moves
 */
export const settleLateDiffs = async (
  tx: Pick<Repositories, 'records'>,
  diffedPeople: readonly DiffedPerson[],
  { current, closedMonths, movedTo }: Settling,
): Promise<(ReturnType<typeof settleLateFacts> & Readonly<{ person: PersonRow }>)[]> => {
  const earlierProposals = await tx.records.late(diffedPeople.map(({ person }) => person.id));
  if (earlierProposals.length === 0 && diffedPeople.every(({ diff }) => diff.late.length === 0)) return [];
  const isLate = await withoutSettledShares(tx, diffedPeople, closedMonths);
  return diffedPeople.map(({ person, range, diff }) => {
    const compared = new Set(diff.late.map(({ invoiceId }) => invoiceId));
    const settled = earlierProposals.filter(({ user_id, related_invoice_id: id, booking_date, recorded_on }) => {
      if (user_id !== person.id) return false;
      const day = movedTo?.get(id) ?? booking_date;
      const closed = closedMonths.get(monthOfDay(day));
      const isHistory = isBeforeBooks(current, day);
      if (isHistory && closed) return false;
      // A record in another closed month also counts: if it was not loaded, nothing is settled.
      const isElsewhere = recorded_on !== null && closedMonths.has(monthOfDay(recorded_on));
      const isRead = !diff.undecided.has(id) && isFullyRead((closed ?? current).config, person, range, day);
      return compared.has(id) || (!isElsewhere && (isHistory || isRead));
    });
    return { person, ...settleLateFacts(diff.late.filter(isLate), settled) };
  });
};

/**
 * Writes differences of closed months as proposals in the open month.
 * @param maxEntries maximum number of proposals to write; the next comparison finds the rest again
 * @returns audit rows, one per new, changed or voided proposal
 */
export const proposeLateFacts = async (
  tx: Repos,
  diffedPeople: readonly DiffedPerson[],
  context: Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; today: Day }>,
  cause: Cause,
  maxEntries = Number.POSITIVE_INFINITY,
): Promise<AuditWrite[]> => {
  let effective: Day | null = null;
  const entries: AuditWrite[] = [];
  for (const { person, proposals, voided } of await settleLateDiffs(tx, diffedPeople, context)) {
    for (const one of voided.slice(0, maxEntries - entries.length))
      entries.push(await repropose(tx, one.row, { amount_cents: null, calculation: one.calculation }, cause));
    const created: NewProposal[] = [];
    for (const one of proposals.slice(0, maxEntries - entries.length)) {
      effective ??= await firstOpenDay(tx, context.today);
      const { entry, made: mine } = await writeProposal(tx, person, one, effective, cause);
      entries.push(entry);
      if (mine) created.push(mine);
    }
    await notifyApprovers(tx, person, created, cause);
  }
  return entries;
};
