import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { int8s } from '../../unnested.ts';
import { isLive } from '../setup/reached.ts';

export type ChangePerson = Readonly<{ user_id: number; content: string; sha256: string }>;
export type ConfigChangeRow = Readonly<{ version: number; effective_date: Day }>;
export type OwnChangeRow = ChangePerson & Readonly<{ version: number; acknowledged_at: string | null }>;
export type ReaderRow = Readonly<{
  user_id: number;
  first_name: string;
  last_name: string;
  sha256: string;
  acknowledged_at: string | null;
}>;

/** Confirmed configuration changes, and the people they affect (decisions 2.07, 2.09). */
export const configChangesRepository = (query: Kysely<Schema>) => ({
  add: async (change: Readonly<{ version: number; from_version: number; effective_date: Day; impact: object }>): Promise<void> => {
    await query
      .insertInto('config_changes')
      .values({ ...change, impact: JSON.stringify(change.impact) })
      .execute();
  },

  /** Before go-live, nobody has to acknowledge anything. New terms within a version have to be acknowledged again. */
  addPeople: async (version: number, people: readonly ChangePerson[]): Promise<void> => {
    await sql`
      insert into config_change_people (version, user_id, content, sha256)
      select ${version}, user_id, content, sha256 from json_to_recordset(${JSON.stringify(people)}::json) as v(user_id int8, content text, sha256 text)
      where exists (select from users u where u.id = user_id) and ${isLive}
      on conflict (version, user_id) do update set content = excluded.content, sha256 = excluded.sha256,
        acknowledged_at = null, acknowledged_sha256 = null where config_change_people.sha256 <> excluded.sha256`.execute(query);
  },

  /** Removes unanswered requests; they are not the person's own actions. */
  withdraw: async (userId: number): Promise<void> => {
    await query.deleteFrom('config_change_people').where('user_id', '=', userId).where('acknowledged_at', 'is', null).execute();
  },

  byVersion: async (version: number): Promise<ConfigChangeRow | undefined> =>
    query.selectFrom('config_changes').select(['version', 'effective_date']).where('version', '=', version).executeTakeFirst(),

  /** The people affected by a version, by id, after a given one. */
  people: async (version: number, after: number, maxRows: number): Promise<ChangePerson[]> =>
    query
      .selectFrom('config_change_people')
      .select(['user_id', 'content', 'sha256'])
      .where('version', '=', version)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(maxRows)
      .execute(),

  own: async (version: number, userId: number): Promise<OwnChangeRow | undefined> =>
    query
      .selectFrom('config_change_people')
      .select(['version', 'user_id', 'content', 'sha256', 'acknowledged_at'])
      .where('version', '=', version)
      .where('user_id', '=', userId)
      .executeTakeFirst(),

  /** Only the first acknowledgment counts. @returns false if the version was already acknowledged */
  acknowledge: async (version: number, userId: number, sha256: string, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await query
      .updateTable('config_change_people')
      .set({ acknowledged_at: now.toISOString(), acknowledged_sha256: sha256 })
      .where('version', '=', version)
      .where('user_id', '=', userId)
      .where('acknowledged_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  readers: async (version: number): Promise<ReaderRow[]> =>
    query
      .selectFrom('config_change_people as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.user_id', 'u.first_name', 'u.last_name', 'c.sha256', 'c.acknowledged_at'])
      .where('c.version', '=', version)
      .orderBy('u.last_name')
      .orderBy('u.first_name')
      .orderBy('u.id')
      .execute(),

  /** People who share any invoice with these: as its seller, its lead, or by a manual split. */
  partnersOf: async (ids: readonly number[]): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`
      with shares(invoice_id, user_id) as (
        select id, salesperson_id from invoices where sales_lead_id is not null
        union all select id, sales_lead_id from invoices where sales_lead_id is not null
        union all select invoice_id, user_id from invoice_splits
        union all select x.invoice_id, i.salesperson_id from invoice_splits x join invoices i on x.invoice_id in (i.id, i.credit_of_id))
      select distinct o.user_id from shares s join shares o on o.invoice_id = s.invoice_id
      where s.user_id = any(${int8s(ids)}) and o.user_id is not null`.execute(query);
    return rows.map(({ user_id }) => user_id);
  },

  /** The recorded commission of open months of these people, in cents; people without records are left out. */
  openAmounts: async (ids: readonly number[]): Promise<Map<number, number>> => {
    const { rows } = await sql<{ user_id: number; cents: number }>`
      select r.user_id, sum(r.amount_cents)::int8 as cents from commission_records r
      where r.user_id = any(${int8s(ids)})
        and not exists (select from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date)
      group by r.user_id`.execute(query);
    return new Map(rows.map(({ user_id, cents }) => [user_id, cents]));
  },

  /** True if an open month before this one has records. */
  hasOpenBefore: async (month: Day): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from commission_records r where r.booking_date < ${month}
        and not exists (select from pay_periods p where p.state = 'closed' and r.booking_date between p.start_date and p.end_date) limit 1`.execute(
      query,
    );
    return rows.length > 0;
  },
});
