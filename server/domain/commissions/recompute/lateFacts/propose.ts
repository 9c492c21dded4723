import type { Day } from '../../../../../contract/rules/time/period.ts';
import type { AuditEntry, Origin } from '../../../../db/repositories/audit/audit.ts';
import type { LateRow } from '../../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../../plans/config.ts';
import { type ClosedMonths, monthOfDay } from '../closedMonths.ts';
import type { DiffedPerson } from '../diffPeople.ts';
import { isFullyRead } from '../expectedRecords.ts';
import type { LateFact } from './compareClosed.ts';
import { firstOpenDay, type Proposal, settleLateFacts, type Voided } from './settle.ts';

/** Who changed what, for proposals and the audit log. */
export type Cause = Readonly<{ actorId: number; at: Date; origin: Pick<Origin, 'network' | 'requestId'>; why: string }>;
type Within = Pick<Repositories, 'notifications' | 'periods' | 'records'>;
type Shown = Pick<LateRow, 'user_id' | 'amount_cents' | 'state' | 'commission_id' | 'invoice_number' | 'reason' | 'effective_date'>;

/** As the audit log keeps any adjustment (adjustmentEffects.ts). */
const shown = ({ state, amount_cents, reason, invoice_number, commission_id, user_id, effective_date }: Shown) => ({
  state,
  amount_cents,
  reason,
  invoice_number,
  commission_id,
  user_id,
  effective_date,
  self_approved: false,
});

const entryOf = (deed: 'created' | 'edited' | 'voided', id: number, before: Shown | null, after: Shown, cause: Cause): AuditEntry => ({
  actorId: cause.actorId,
  action: `adjustment.${deed}`,
  entity: 'adjustment',
  entityId: String(id),
  ...(before ? { before: shown(before) } : {}),
  after: shown(after),
  cause: cause.why,
});

const tellApprovers = async (within: Within, id: number, reason: string, { actorId, at }: Cause): Promise<void> => {
  for (const user_id of await within.periods.peopleOf(['vp_sales', 'admin'])) {
    const words = {
      title: 'Adjustment waiting for approval',
      message: reason,
      link: '/commissions',
      dedupe_key: `adjustment:${id}:pending`,
    };
    if (user_id !== actorId) await within.notifications.add({ user_id, type: 'commission', priority: 'medium', ...words }, at);
  }
};

const writeProposal = async (within: Within, userId: number, proposal: Proposal, effective: Day, cause: Cause): Promise<AuditEntry> => {
  const { invoiceId, commissionId, amount, calculation, reason, replaces, invoiceNumber } = proposal;
  if (replaces) {
    await within.records.repropose(replaces.id, { amount_cents: amount, calculation }, cause.at);
    return entryOf('edited', replaces.id, replaces, { ...replaces, amount_cents: amount }, cause);
  }
  const late = { commission_id: commissionId, user_id: userId, amount_cents: amount, reason, effective_date: effective };
  const id = await within.records.propose({ ...late, related_invoice_id: invoiceId, created_by: cause.actorId, calculation }, cause.at);
  await tellApprovers(within, id, reason, cause);
  return entryOf('created', id, null, { ...late, state: 'pending', invoice_number: invoiceNumber }, cause);
};

const voidProposal = async (within: Within, { row, calculation }: Voided, cause: Cause): Promise<AuditEntry> => {
  await within.records.repropose(row.id, { amount_cents: null, calculation }, cause.at);
  return entryOf('voided', row.id, row, { ...row, state: 'void' }, cause);
};

/** A share in a team's revenue that was recorded for whoever managed the seller then is nobody else's now. */
const withoutSettledShares = async (within: Within, found: readonly DiffedPerson[]): Promise<(late: LateFact) => boolean> => {
  const shares = found.flatMap(({ diff }) =>
    diff.late.flatMap(({ expected, stored }) => (expected?.credit === 'override' && !stored ? [expected.fact] : [])),
  );
  if (shares.length === 0) return () => true;
  const sellers = await within.records.daysOf(shares.map(({ id, salesperson_id }) => ({ user_id: salesperson_id, invoice_id: id })));
  const settled = new Set(sellers.map(({ user_id, invoice_id }) => `${user_id} ${invoice_id}`));
  return ({ expected, stored }) =>
    stored !== undefined || expected?.credit !== 'override' || !settled.has(`${expected.fact.salesperson_id} ${expected.fact.id}`);
};

/**
 * Differences of closed months become proposals of the open one. Those that were made before are settled again where all that decides about
 * them was read: as late facts, or as facts of months that are open again.
 * @returns audit rows, one for each that is new, made right or void
 */
export const propose = async (
  within: Within,
  found: readonly DiffedPerson[],
  { current, closedMonths, today }: Readonly<{ current: VersionedConfig; closedMonths: ClosedMonths; today: Day }>,
  cause: Cause,
): Promise<AuditEntry[]> => {
  const made = await within.records.late(found.map(({ person }) => person.id));
  if (made.length === 0 && found.every(({ diff }) => diff.late.length === 0)) return [];
  const isLate = await withoutSettledShares(within, found);
  let effective: Day | null = null;
  const entries: AuditEntry[] = [];
  for (const { person, range, diff } of found) {
    const compared = new Set(diff.late.map(({ invoiceId }) => invoiceId));
    const mine = made.filter(({ user_id, related_invoice_id: id, booking_date: day }) => {
      const { config } = closedMonths.get(monthOfDay(day)) ?? current;
      return user_id === person.id && (compared.has(id) || (!diff.undecided.has(id) && isFullyRead(config, person, range, day)));
    });
    const { proposals, voided } = settleLateFacts(diff.late.filter(isLate), mine);
    for (const one of voided) entries.push(await voidProposal(within, one, cause));
    for (const one of proposals) {
      effective ??= await firstOpenDay(within, today);
      entries.push(await writeProposal(within, person.id, one, effective, cause));
    }
  }
  return entries;
};
