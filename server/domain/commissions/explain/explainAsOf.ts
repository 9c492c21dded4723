import type { Facts } from '../../../../contract/rules/commission/explain.ts';
import type { AdjustmentHistoryRow, AmountChangeRow, RecordWithInvoice } from '../../../db/repositories/commissions/factsOfRecord.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import { plusMs } from '../../shared/clock.ts';
import { withRole } from '../../shared/personOn.ts';
import { asRecorded, type ExpectedRecord, expectedRecords, planOn, quotaPeriodOf, readFamilies, teamReachOf } from '../recompute/index.ts';
import { manualSourceOf } from './sources.ts';

/** An instant later than all data, so that nothing is excluded. */
export const FAR_FUTURE = '9999-12-31T00:00:00.000Z';

/** A past amount; `before`: the instant up to which facts were known, `changed`: the next amount and when it changed. */
export type PastAmount = Readonly<{ cents: number; before: string; changed: Readonly<{ at: string; cents: number }> | null }>;

/**
 * The amount at an instant, derived from later changes. A record entered after the instant has its first recorded amount, because money is
 * dated by its effective day.
 */
export const amountAsOf = ([first, second]: readonly AmountChangeRow[], now: number, instant: string): PastAmount => {
  if (!first) return { cents: now, before: instant, changed: null };
  const { at, before_cents, after_cents } = first;
  if (before_cents !== null) return { cents: before_cents, before: instant, changed: { at, cents: after_cents ?? 0 } };
  if (!second) return { cents: now, before: FAR_FUTURE, changed: null };
  return {
    cents: after_cents ?? 0,
    before: plusMs(new Date(at), 1).toISOString(),
    changed: { at: second.at, cents: second.after_cents ?? 0 },
  };
};

/** Recomputes the record from the rows and rules known then; null if the result differs from the amount of that time. */
export const recomputeAsOf = async (
  tx: Pick<Repositories, 'facts' | 'factsOfRecord' | 'records'>,
  { user_id, invoice_id, booking_date, role }: RecordWithInvoice,
  { config }: VersionedConfig,
  { cents, before }: PastAmount,
): Promise<ExpectedRecord | null> => {
  const [currentPerson] = await tx.facts.people([user_id]);
  const person = currentPerson && withRole(currentPerson, role, booking_date);
  const plan = person ? planOn(config, person, booking_date) : null;
  if (!person || !plan) return null;
  const range = quotaPeriodOf(plan, booking_date);
  const unknown = new Set(await tx.factsOfRecord.recordedFrom(user_id, range, before));
  const rows = await tx.facts.credited([{ user_id, from: range.start_date, to: range.end_date }], teamReachOf(config));
  const explained = rows.filter(({ id }) => !unknown.has(id));
  const families = await readFamilies(tx, explained, user_id);
  const targets = expectedRecords(config, person, explained, range, asRecorded(families));
  const target = targets.get(invoice_id);
  return target?.computed.amount === cents ? target : null;
};

/** An adjustment as it was before an instant, according to the audit log or, without a log entry, to its own dates. */
const adjustmentAt = ({ now, was, before, decided_at, updated_at }: AdjustmentHistoryRow, instant: string): AdjustmentHistoryRow['now'] => {
  if (was ?? before) return was ?? before ?? now;
  if (now.state === 'void' && updated_at < instant) return now;
  const isDecided = decided_at !== null && decided_at < instant;
  if (!isDecided) return { ...now, state: 'pending' };
  return now.state === 'void' ? { ...now, state: 'approved' } : now;
};

/** Adjustments that were approved or pending before an instant. */
export const adjustmentsAsOf = (
  rows: readonly AdjustmentHistoryRow[],
  commissionId: number,
  instant: string,
  dayOf: (at: string) => string,
): Facts['adjustments'] =>
  rows.flatMap((row) => {
    const { state, amount_cents: amount, reason, commission_id } = adjustmentAt(row, instant);
    if (commission_id !== commissionId || (state !== 'approved' && state !== 'pending')) return [];
    const decidedAt = row.decided_at !== null && row.decided_at < instant ? row.decided_at : (row.was_at ?? row.created_at);
    const source = manualSourceOf(row.entered_by, dayOf(row.created_at));
    return [{ on: dayOf(state === 'approved' ? decidedAt : row.created_at), amount, reason, state, id: String(row.id), source }];
  });
