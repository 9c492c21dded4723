import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';
import { asText, type Violations } from './checks.ts';

/** Cents above which an adjustment needs a second person (decisions 2.10). */
const THRESHOLD_CENTS = 500_00;

/** Money moves only if two people agree, neither of them the payee: the company always has several people with each approving role. */
export const approvedByTwoPeople = async ({ query }: Database): Promise<Violations> => {
  const { rows } = await sql`
    select 'payout' as kind, id, created_by as first, approved_by as second, user_id as payee, amount_cents from payouts
      where reversal_of_id is null and source is null and state in ('processing', 'completed')
        and (approved_by is null or approved_by in (created_by, user_id) or self_approved)
    union all select 'run', id, created_by, approved_by, null, null from payout_runs
      where state in ('approved', 'completed') and (approved_by is null or approved_by = created_by or self_approved)
    union all select 'adjustment', id, created_by, decided_by, user_id, amount_cents from adjustments
      where state = 'approved' and origin = 'manual' and (decided_by is null or abs(amount_cents) > ${THRESHOLD_CENTS} or created_by = user_id)
        and (decided_by is null or decided_by in (created_by, user_id))`.execute(query);
  return asText(rows);
};

/** A payout is the sum of its lines. */
export const payoutsEqualLines = async ({ query }: Database): Promise<Violations> => {
  const { rows } = await sql`
    select id, amount_cents, (select coalesce(sum(amount_cents), 0) from payout_lines where payout_id = p.id)::int8 as records,
      (select coalesce(sum(amount_cents), 0) from payout_adjustments where payout_id = p.id)::int8 as adjustments, drawn_cents, recovered_cents
    from payouts p where source is null and amount_cents <> drawn_cents - recovered_cents
      + (select coalesce(sum(amount_cents), 0) from payout_lines where payout_id = p.id)
      + (select coalesce(sum(amount_cents), 0) from payout_adjustments where payout_id = p.id)`.execute(query);
  return asText(rows);
};
