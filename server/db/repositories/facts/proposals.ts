import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditCause } from '../../../../contract/entities/audit.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { ProposalsTable, ProposedChange, Schema } from '../../schema/index.ts';

export type ProposalRow = Selectable<ProposalsTable> & Readonly<{ first_name: string; last_name: string; role: string; active: boolean }>;
type NewProposal = Readonly<{
  author_id: number;
  command: string;
  input: readonly unknown[];
  why: string | AuditCause;
  changes: readonly ProposedChange[];
  before_cents: number;
  after_cents: number;
  day: Day;
}>;
type ProposalVersion = Readonly<{ id: number; version: number }>;
type Renewal = Readonly<{ before: number; after: number; changes: readonly ProposedChange[] }>;

/** Commands that another person has to approve, because they raise their author's pay (decisions 3.06). */
export const proposalsRepository = (query: Kysely<Schema>) => ({
  /** @returns the id; a pending proposal of the same command is reused, with its amounts updated */
  add: async ({ input, why, ...proposal }: NewProposal, now: Date): Promise<{ id: number; isNew: boolean }> => {
    const cause = typeof why === 'string' ? { cause: why, cause_facts: null } : { cause: null, cause_facts: JSON.stringify(why) };
    const row = { ...proposal, ...cause, input: JSON.stringify(input), changes: JSON.stringify(proposal.changes) };
    const { rows } = await sql<{ id: number; isNew: boolean }>`
      insert into proposals (author_id, command, input, cause, cause_facts, changes, before_cents, after_cents, day, created_at)
      values (${row.author_id}, ${row.command}, ${row.input}::jsonb, ${row.cause}, ${row.cause_facts}::jsonb, ${row.changes}::jsonb, ${row.before_cents},
        ${row.after_cents}, ${row.day}, ${now.toISOString()})
      on conflict (author_id, command, md5(input::text)) where state = 'pending'
        do update set changes = excluded.changes, before_cents = excluded.before_cents, after_cents = excluded.after_cents,
          version = proposals.version + 1
      returning id, xmax = 0 as "isNew"`.execute(query);
    const [inserted] = rows;
    if (!inserted) throw new Error('a proposal was made and is not there');
    return inserted;
  },

  byIds: async (ids: readonly number[]): Promise<ProposalRow[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<ProposalRow>`
      select p.*, u.first_name, u.last_name, u.role, u.active from proposals p join users u on u.id = p.author_id
      where p.id = any(${[...ids]}::int8[]) order by p.id`.execute(query);
    return rows;
  },

  /** Updates the amounts if they changed since the proposal. */
  renew: async ({ id, version }: ProposalVersion, { before, after, changes }: Renewal): Promise<void> => {
    await sql`update proposals set changes = ${JSON.stringify(changes)}::jsonb, before_cents = ${before}, after_cents = ${after}, version = version + 1
      where id = ${id} and version = ${version} and state = 'pending'`.execute(query);
  },

  /** @returns false if it was already decided, or has another version */
  decide: async (
    { id, version }: ProposalVersion,
    state: 'approved' | 'rejected',
    { actorId, reason, at: now }: Readonly<{ actorId: number; reason: string | null; at: Date }>,
  ): Promise<boolean> => {
    const { rows } = await sql`
      update proposals set state = ${state}, version = version + 1, decided_by = ${actorId}, decided_at = ${now.toISOString()}, decision_reason = ${reason}
      where id = ${id} and version = ${version} and state = 'pending' returning id`.execute(query);
    return rows.length > 0;
  },
});
