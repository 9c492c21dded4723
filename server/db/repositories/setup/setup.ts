import { type Kysely, sql } from 'kysely';
import type { SetupItemKey } from '../../../../contract/entities/setup.ts';
import { type Role, sellerRoles } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** The facts from which the checklist is computed. */
export type SetupFactsRow = Readonly<{
  company_name: string;
  live_at: string | null;
  live_undo_until: string | null;
  people: number;
  sellers: number;
  invoices: number;
  payments: number;
  reviewed: number;
  connections: number;
}>;
export type SkipRow = Readonly<{ item: SetupItemKey; reason: string; skipped_by: string | null }>;
/** Cents to date; `signed_in`: they have signed in at least once; `has_invitation`: a working one. */
export type LivePersonRow = Readonly<{
  id: number;
  first_name: string;
  last_name: string;
  role: Role;
  earned: number;
  due: number;
  signed_in: boolean;
  has_invitation: boolean;
  left_on: Day | null;
}>;

/** Beyond this, rows are not counted. */
const MAX_COUNT = 100_000;
const cappedCount = (rows: ReturnType<typeof sql>) => sql`(select count(*)::int from (select 1 ${rows} limit ${MAX_COUNT}) c)`;

/** The set-up of a new company (decisions 4.08, 8.07). */
export const setupRepository = (query: Kysely<Schema>) => ({
  isLive: async (): Promise<boolean> => {
    const { rows } = await sql<{ live: boolean }>`select live_at is not null as live from general_settings`.execute(query);
    return rows[0]?.live ?? true;
  },

  /** True if the company is not live, this active person has one of these roles, and nobody else has or ever had one. */
  isAlone: async (userId: number, roles: readonly Role[]): Promise<boolean> => {
    const hasRole = (role: string) => sql`${sql.raw(role)} = any(${[...roles]}::text[])`;
    const { rows } = await sql<{ alone: boolean }>`
      select g.live_at is null
        and exists (select 1 from users where active and id = ${userId} and ${hasRole('role')})
        and not exists (select 1 from people_over_time where user_id <> ${userId} and ${hasRole('role')})
        and not exists (select 1 from users u join facts_past p on p.entity in ('users', 'user_past') and p.id = u.id
          where u.id <> ${userId} and ${hasRole("p.was->>'role'")}) as alone
      from general_settings g`.execute(query);
    return rows[0]?.alone ?? false;
  },

  /** Serializes changes by two administrators. */
  lock: async (): Promise<void> => {
    await sql`select 1 from general_settings for no key update`.execute(query);
  },

  facts: async (): Promise<SetupFactsRow> => {
    const { rows } = await sql<SetupFactsRow>`
      select g.company_name, g.live_at, g.live_undo_until, ${cappedCount(sql`from users where active`)} as people,
        ${cappedCount(sql`from users where active and role = any(${[...sellerRoles]}::text[])`)} as sellers,
        ${cappedCount(sql`from invoices where state <> 'draft'`)} as invoices, ${cappedCount(sql`from receipts where state = 'completed'`)} as payments,
        ${cappedCount(sql`from pay_periods where state in ('review','closed')`)} as reviewed,
        ${cappedCount(sql`from connections where kind <> 'files' and state = 'active'`)} as connections
      from general_settings g`.execute(query);
    return rows[0] as SetupFactsRow;
  },

  skips: async (): Promise<SkipRow[]> => {
    const { rows } = await sql<SkipRow>`
      select s.item, s.reason, u.first_name || ' ' || u.last_name as skipped_by from setup_skips s left join users u on u.id = s.skipped_by
      order by s.item`.execute(query);
    return rows;
  },
  skip: async (item: SetupItemKey, reason: string, userId: number, at: Date): Promise<void> => {
    await sql`
      insert into setup_skips (item, reason, skipped_by, skipped_at) values (${item}, ${reason}, ${userId}, ${at.toISOString()})
      on conflict (item) do update set reason = excluded.reason, skipped_by = excluded.skipped_by, skipped_at = excluded.skipped_at`.execute(
      query,
    );
  },
  /** @returns the reason; null if it was not skipped */
  unskip: async (item: SetupItemKey): Promise<string | null> => {
    const { rows } = await sql<{ reason: string }>`delete from setup_skips where item = ${item} returning reason`.execute(query);
    return rows[0]?.reason ?? null;
  },

  goLive: async (at: Date, undoUntil: Date): Promise<void> => {
    await sql`update general_settings set live_at = ${at.toISOString()}, live_undo_until = ${undoUntil.toISOString()}`.execute(query);
  },
  undoGoLive: async (): Promise<void> => {
    await sql`update general_settings set live_at = null, live_undo_until = null`.execute(query);
  },

  /** Active people by name, with their commission to date. @param inviters the roles whose invitations work */
  people: async (at: Date, inviters: readonly Role[]): Promise<LivePersonRow[]> => {
    const { rows } = await sql<LivePersonRow>`
      select u.id, u.first_name, u.last_name, u.role, u.left_on, coalesce(m.earned, 0)::int8 as earned, coalesce(m.due, 0)::int8 as due,
        exists (select 1 from sessions s where s.user_id = u.id) as signed_in,
        exists (select 1 from sign_in_links l join users a on a.id = l.created_by where l.user_id = u.id and l.ended_at is null
          and l.expires_at > ${at.toISOString()} and a.active and a.role = any(${[...inviters]}::text[])) as has_invitation
      from users u left join (
        select user_id, sum(amount_cents + adjustments_cents) as earned, sum(due_cents) as due from commission_months group by 1
      ) m on m.user_id = u.id
      where u.active order by u.last_name, u.first_name, u.id`.execute(query);
    return rows;
  },
});
