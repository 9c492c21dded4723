import { type Kysely, type Selectable, sql } from 'kysely';
import type { BankRulesTable, Schema } from '../../schema/index.ts';

export type RuleRow = Selectable<BankRulesTable>;
export type ShownRule = RuleRow & Readonly<{ party: string | null; author: string }>;
export type NewRule = Omit<RuleRow, 'id' | 'created_at'>;

/** Remembered rules per counterparty; the newest one applies. */
export const bankRulesRepository = (query: Kysely<Schema>) => ({
  list: async (maxRows: number): Promise<ShownRule[]> => {
    const { rows } = await sql<ShownRule>`
      select r.*, coalesce(c.name, u.first_name || ' ' || u.last_name) as party, a.first_name || ' ' || a.last_name as author
      from bank_rules r left join customers c on c.id = r.customer_id left join users u on u.id = r.user_id join users a on a.id = r.created_by
      order by r.counterparty, r.id limit ${maxRows}`.execute(query);
    return rows;
  },

  of: async (keys: readonly string[]): Promise<RuleRow[]> => {
    if (keys.length === 0) return [];
    return query
      .selectFrom('bank_rules')
      .selectAll()
      .where('counterparty_key', 'in', [...keys])
      .execute();
  },

  keep: async ({ customer_id, user_id, reason, created_by, counterparty, ...rule }: NewRule, now: Date): Promise<number> => {
    const change = { customer_id, user_id, reason, created_by, counterparty, created_at: now.toISOString() };
    const row = await query
      .insertInto('bank_rules')
      .values({ ...rule, ...change })
      .onConflict((conflict) => conflict.columns(['direction', 'counterparty_key']).doUpdateSet(change))
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  remove: async (id: number): Promise<RuleRow | undefined> =>
    query.deleteFrom('bank_rules').where('id', '=', id).returningAll().executeTakeFirst(),
});
