import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { BankState } from '../../../../contract/entities/bank.ts';
import type { BankTransactionsTable, Schema } from '../../schema/index.ts';

export type BankRow = Selectable<BankTransactionsTable> & Readonly<{ source: string; decider: string | null }>;
export type NewBankTransaction = Omit<Insertable<BankTransactionsTable>, 'id' | 'version' | 'state' | 'created_at' | 'updated_at'>;
export type BankChange = Omit<Updateable<BankTransactionsTable>, 'id' | 'version' | 'created_at' | 'updated_at'>;
/** A transaction that was added or changed: `from` is its state before, null if new. Unchanged ones are left out. */
export type ChangedTransaction = Readonly<{ id: number; from: BankState | null }>;
export type BankJudgment = Readonly<
  Pick<BankRow, 'id' | 'version' | 'state' | 'wait' | 'equal_count' | 'score' | 'proposal' | 'ignored_reason'>
>;

/** Columns of transactions `t`. */
export const bankColumns = sql`t.*, n.name as source, u.first_name || ' ' || u.last_name as decider`;
export const bankJoins = sql`join connections n on n.id = t.connection_id left join users u on u.id = t.decided_by`;

/** Bank transactions (decisions 2.15, 2.16). The list is in transactionsPage.ts. */
export const bankTransactionsRepository = (query: Kysely<Schema>) => {
  const byIds = async (ids: readonly number[]): Promise<BankRow[]> => {
    const { rows } = await sql<BankRow>`
      select ${bankColumns} from bank_transactions t ${bankJoins} where t.id = any(${[...ids]}::int8[]) order by t.id`.execute(query);
    return rows;
  };
  return {
    byIds,
    byId: async (id: number): Promise<BankRow | undefined> => (await byIds([id]))[0],

    lock: async (id: number): Promise<BankRow | undefined> => {
      await sql`select 1 from bank_transactions where id = ${id} for update`.execute(query);
      return (await byIds([id]))[0];
    },

    /** Writes new and changed transactions of one connection. Decisions by people stay. */
    upsert: async (arriving: readonly NewBankTransaction[], now: Date): Promise<ChangedTransaction[]> => {
      if (arriving.length === 0) return [];
      const ids = arriving.map(({ external_id }) => external_id);
      const { rows: existing } = await sql<{ id: number; external_id: string; state: BankState; payload_hash: string }>`
        select id, external_id, state, payload_hash from bank_transactions
        where connection_id = ${arriving[0]?.connection_id} and external_id = any(${ids}::text[])`.execute(query);
      const hashes = new Map(existing.map(({ external_id, payload_hash }) => [external_id, payload_hash]));
      const changedTransactions = arriving.filter(({ external_id, payload_hash }) => hashes.get(external_id) !== payload_hash);
      if (changedTransactions.length === 0) return [];
      const json = JSON.stringify(changedTransactions);
      const { rows } = await sql<{ id: number }>`
        insert into bank_transactions as t (connection_id, external_id, payload_hash, account_name, account_last4, amount_cents, booked_on,
          occurred_at, kind, internal, counterparty, counterparty_key, description, memo, note, dashboard_link, bank_status, failure,
          created_at, updated_at)
        select v.*, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
        from json_to_recordset(${json}::json) as v(connection_id int8, external_id text, payload_hash text, account_name text,
          account_last4 text, amount_cents int8, booked_on date, occurred_at timestamptz, kind text, internal boolean, counterparty text,
          counterparty_key text, description text, memo text, note text, dashboard_link text, bank_status text, failure text)
        on conflict (connection_id, external_id) do update set payload_hash = excluded.payload_hash, account_name = excluded.account_name,
          amount_cents = case when t.state = 'matched' then t.amount_cents else excluded.amount_cents end,
          booked_on = case when t.state = 'matched' then t.booked_on else excluded.booked_on end, kind = excluded.kind,
          internal = excluded.internal, counterparty = excluded.counterparty, counterparty_key = excluded.counterparty_key,
          description = excluded.description, memo = excluded.memo, note = excluded.note, dashboard_link = excluded.dashboard_link,
          bank_status = excluded.bank_status, failure = excluded.failure, version = t.version + 1, updated_at = excluded.updated_at
        where t.payload_hash <> excluded.payload_hash returning t.id`.execute(query);
      const states = new Map(existing.map(({ id, state }) => [id, state]));
      return rows.map(({ id }) => ({ id, from: states.get(id) ?? null }));
    },

    /** Cancels transactions of a connection. @returns those not cancelled before */
    cancel: async (connectionId: number, externalIds: readonly string[], now: Date): Promise<BankRow[]> => {
      const { rows } = await sql<{ id: number }>`
        update bank_transactions set bank_status = 'cancelled', version = version + 1, updated_at = ${now.toISOString()}
        where connection_id = ${connectionId} and external_id = any(${[...externalIds]}::text[]) and bank_status <> 'cancelled' returning id`.execute(
        query,
      );
      return byIds(rows.map(({ id }) => id));
    },

    change: async (id: number, change: BankChange, now: Date): Promise<void> => {
      await query
        .updateTable('bank_transactions')
        .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    /** Undecided transactions, in id order. */
    undecided: async (afterId: number, maxRows: number): Promise<BankRow[]> => {
      const { rows } = await sql<BankRow>`
        select ${bankColumns} from bank_transactions t ${bankJoins} where t.state in ('proposed', 'waiting') and t.id > ${afterId}
        order by t.id limit ${maxRows}`.execute(query);
      return rows;
    },

    /**
     * Locks the undecided transactions that a rule or one of these targets affects; skips rows that others have locked, because they may
     * be waiting for us.
     */
    lockAffected: async (counterpartyKey: string | null, targets: readonly string[], maxRows: number): Promise<BankRow[]> => {
      const { rows } = await sql<BankRow>`
        select ${bankColumns} from bank_transactions t ${bankJoins} where t.state in ('proposed', 'waiting') and (t.counterparty_key = ${counterpartyKey}
          or exists (select 1 from jsonb_array_elements(t.proposal->'lines') l where (l->>'kind') || '-' || (l->>'id') = any(${[...targets]}::text[])))
        order by t.id limit ${maxRows} for update of t skip locked`.execute(query);
      return rows;
    },

    /** Stores evaluations, except for transactions that changed in the meantime. */
    saveJudgments: async (judgments: readonly BankJudgment[]): Promise<void> => {
      if (judgments.length === 0) return;
      await sql`
        update bank_transactions t set state = v.state, wait = v.wait, equal_count = v.equal_count, score = v.score, proposal = v.proposal,
          ignored_reason = v.ignored_reason, version = t.version + 1
        from json_to_recordset(${JSON.stringify(judgments)}::json) as v(id int8, version int, state text, wait text, equal_count int, score int,
          proposal jsonb, ignored_reason text)
        where t.id = v.id and t.version = v.version and t.state in ('proposed', 'waiting')`.execute(query);
    },
  };
};
