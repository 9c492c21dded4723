import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** The two sides of a proposal in words. */
export type Calculation = Readonly<{ before: string; after: string }>;
/** An adjustment that the engine proposes: a late fact of a closed month, or a bonus of the period `bonus_from`. */
export type NewProposal = Readonly<{
  user_id: number;
  amount_cents: number;
  reason: string;
  effective_date: Day;
  created_by: number;
  calculation: Calculation;
}> &
  Readonly<
    | { origin: 'late_fact'; state: 'pending'; commission_id: number | null; related_invoice_id: number }
    | { origin: 'bonus'; state: 'pending' | 'approved'; bonus_key: string; bonus_from: Day }
  >;
/** A proposal for a late fact. */
export type LateProposalRow = Readonly<{
  id: number;
  user_id: number;
  related_invoice_id: number;
  amount_cents: number;
  state: 'pending' | 'approved' | 'rejected' | 'void';
  commission_id: number | null;
  invoice_number: string;
  reason: string;
  effective_date: Day;
  after: string | null;
  /** The invoice's current booking day. */
  booking_date: Day;
  /** The day it is recorded on for the person; null: not recorded. */
  recorded_on: Day | null;
}>;

/** Adjustments that the engine proposes. */
export const engineAdjustments = (query: Kysely<Schema>) => ({
  /** Late-fact proposals of these people, oldest first. */
  late: async (userIds: readonly number[]): Promise<LateProposalRow[]> => {
    const { rows } = await sql<LateProposalRow>`
      select a.id, a.user_id, a.related_invoice_id, a.amount_cents, a.state, a.calculation->>'after' as after, i.booking_date,
        a.commission_id, a.reason, a.effective_date, i.invoice_number, r.booking_date as recorded_on
      from adjustments a join invoices i on i.id = a.related_invoice_id
      left join commission_records r on r.invoice_id = a.related_invoice_id and r.user_id = a.user_id
      where a.origin = 'late_fact' and a.user_id = any(${[...userIds]}::int8[]) order by a.id`.execute(query);
    return rows;
  },

  /** A small bonus is approved without a person's decision. @returns the id */
  propose: async ({ calculation, ...proposal }: NewProposal, now: Date): Promise<number> => {
    const createdAt = now.toISOString();
    const row = await query
      .insertInto('adjustments')
      .values({
        commission_id: null,
        related_invoice_id: null,
        ...proposal,
        calculation: JSON.stringify(calculation),
        decided_by: null,
        decided_at: proposal.state === 'approved' ? createdAt : null,
        created_at: createdAt,
        updated_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** Updates an undecided proposal; `amount_cents` null voids it, because nothing is left to propose. */
  repropose: async (
    id: number,
    { amount_cents, calculation, ...words }: Readonly<{ amount_cents: number | null; calculation: Calculation; reason?: string }>,
    now: Date,
  ): Promise<void> => {
    const change = amount_cents === null ? { state: 'void' as const } : { amount_cents, ...words };
    await query
      .updateTable('adjustments')
      .set((eb) => ({
        ...change,
        calculation: JSON.stringify(calculation),
        version: eb('version', '+', 1),
        updated_at: now.toISOString(),
      }))
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute();
  },
});
