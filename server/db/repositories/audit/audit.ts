import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditCause } from '../../../../contract/entities/audit.ts';
import type { AuditLogTable, Schema } from '../../schema/index.ts';
import { type ChainedRow, chainHash } from './auditChain.ts';

/** Where a request came from; a use case passes it on to the rows it leaves. */
export type Origin = Readonly<{ network: string; requestId: string; device: string }>;
export type AuditEntry = Readonly<{
  actorId: number | null;
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
  /** Facts, or what a person typed. */
  cause?: string | AuditCause;
  /** Where it is written down later than it was done. */
  at?: Date;
}>;
export type AuditRow = Selectable<AuditLogTable> & Readonly<{ first_name: string | null; last_name: string | null }>;
/**
 * An amount that changed without a row of the log of its own: by a run, with its cause; before there were runs by which version of the
 * configuration, where one was saved just then.
 */
export type AmountRow = Readonly<{
  id: number;
  at: string;
  before_cents: number | null;
  after_cents: number | null;
  version: number | null;
  cause: string | null;
  cause_facts: AuditCause | null;
  first_name: string | null;
  last_name: string | null;
}>;
/**
 * `rows`: proved one after another. `broken`: the id of the first row that is not what was written; 'head' where rows at either end are gone,
 * 'empty' where all are, 'unknown' where a hash that was kept is in none of them.
 */
export type ChainProof = Readonly<{ rows: number; broken: number | 'head' | 'empty' | 'unknown' | null }>;
/** An entity whose rows are asked for: `commission` 12. */
export type AuditSubject = Readonly<{ entity: string; entityId: string }>;

const PAGE = 1000;
/** As the database will give it back: undefined goes, numbers are what JSON makes of them. */
const stored = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
/** A transaction of this many rows is written a statement at a time. */
const CHUNK = 1000;

const chainedRow = (entry: AuditEntry, { network, requestId }: Pick<Origin, 'network' | 'requestId'>, at: Date): ChainedRow => ({
  at: (entry.at ?? at).toISOString(),
  actor_id: entry.actorId,
  network,
  request_id: requestId,
  action: entry.action,
  entity: entry.entity,
  entity_id: entry.entityId,
  before: stored(entry.before),
  after: stored(entry.after),
  cause: typeof entry.cause === 'string' ? entry.cause : null,
  cause_facts: typeof entry.cause === 'string' ? null : stored(entry.cause),
});

const append = async (trx: Kysely<Schema>, rows: readonly ChainedRow[]): Promise<void> => {
  const head = await trx.selectFrom('audit_head').select('hash').where('id', '=', 1).forUpdate().executeTakeFirstOrThrow();
  let hash = head.hash;
  const chained = rows.map((row, place) => {
    const prev_hash = hash;
    hash = chainHash(prev_hash, row);
    return { ...row, place, prev_hash, hash };
  });
  for (let from = 0; from < chained.length; from += CHUNK)
    await sql`
      insert into audit_log (at, actor_id, network, request_id, action, entity, entity_id, before, after, cause, cause_facts, prev_hash, hash)
      select at, actor_id, network, request_id, action, entity, entity_id, before, after, cause, cause_facts, prev_hash, hash
      from json_to_recordset(${JSON.stringify(chained.slice(from, from + CHUNK))}::json) as r(place int4, at timestamptz, actor_id int8,
        network text, request_id text, action text, entity text, entity_id text, before jsonb, after jsonb, cause text, cause_facts jsonb, prev_hash text, hash text)
      order by place`.execute(trx);
  await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();
};

/** Who did what: written in the transaction of what it tells. Never a password, never a token. */
export const auditRepository = (query: Kysely<Schema>) => {
  const writeAll = async (entries: readonly AuditEntry[], origin: Pick<Origin, 'network' | 'requestId'>, at: Date): Promise<void> => {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => chainedRow(entry, origin, at));
    // Without plugins: nobody stands back for others (`db/postgres/passing.ts`) while it holds the lock that all writers share.
    const plain = query.withoutPlugins();
    await (plain.isTransaction ? append(plain, rows) : plain.transaction().execute((trx) => append(trx, rows)));
  };
  /** The hash of the last row; empty before there is one. */
  const head = async (): Promise<string> => {
    const { rows } = await sql<{ hash: string }>`select hash from audit_head where id = 1`.execute(query);
    return rows[0]?.hash ?? '';
  };
  /** Nobody has an account without a row of the log about it. */
  const isUsed = async (): Promise<boolean> => (await query.selectFrom('users').select('id').limit(1).execute()).length > 0;
  return {
    head,

    /** Takes the one lock that all writers share and holds it to the end of the transaction: write it last. */
    write: (entry: AuditEntry, origin: Pick<Origin, 'network' | 'requestId'>, at: Date): Promise<void> => writeAll([entry], origin, at),
    /** Many in this order, in as many statements as one. */
    writeAll,

    /** Everything whose changes are a record's: itself, its invoice, adjustments, questions and payouts. */
    subjectsOf: async (commissionId: number): Promise<AuditSubject[]> => {
      const { rows } = await sql<AuditSubject>`
      select 'commission' as entity, id::text as "entityId" from commission_records where id = ${commissionId}
      union all select 'invoice', invoice_id::text from commission_records where id = ${commissionId}
      union all select 'adjustment', id::text from adjustments where commission_id = ${commissionId}
      union all select 'dispute', id::text from disputes where commission_id = ${commissionId}
      union all select 'payout', payout_id::text from payout_lines where commission_id = ${commissionId}`.execute(query);
      return rows;
    },

    /** Rows about any of the subjects, newest first, with the names of who did it. */
    about: async (subjects: readonly AuditSubject[], limit: number): Promise<AuditRow[]> => {
      if (subjects.length === 0) return [];
      return query
        .selectFrom('audit_log as l')
        .leftJoin('users as u', 'u.id', 'l.actor_id')
        .selectAll('l')
        .select(['u.first_name', 'u.last_name'])
        .where((eb) => eb.or(subjects.map(({ entity, entityId }) => eb.and({ 'l.entity': entity, 'l.entity_id': entityId }))))
        .orderBy('l.id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Changes of a record's amount that no row of the log tells, newest first. Those of a saved configuration are found by the person. */
    amountsOf: async (commissionId: number, limit: number): Promise<AmountRow[]> => {
      const { rows } = await sql<AmountRow>`
      select c.id, c.at, c.before_cents, c.after_cents, v.id as version, r.cause, r.cause_facts, u.first_name, u.last_name
      from amount_history c left join recompute_runs r on r.id = c.run_id
      left join config_versions v on c.run_id is null and v.created_at = c.at left join users u on u.id = coalesce(r.actor_id, v.created_by)
      where c.commission_id = ${commissionId} and c.user_id = (select user_id from commission_records where id = ${commissionId}) and (c.run_id is not null or not exists (
        select 1 from audit_log l where l.entity = 'commission' and l.entity_id = ${String(commissionId)} and l.at = c.at))
      order by c.at desc, c.id desc limit ${limit}`.execute(query);
      return rows;
    },

    /**
     * Walks the whole chain. Rows from before it began have no hash and come first; how many they are was counted when this was built.
     * @param knows a hash that was printed earlier and kept elsewhere: a chain that was written anew does not have it
     * @returns how many rows were proved, and what is wrong
     */
    verifyChain: async (knows?: string): Promise<ChainProof> => {
      const known = await query.selectFrom('audit_head').select(['hash', 'unchained']).where('id', '=', 1).executeTakeFirst();
      let previous = '';
      let rows = 0;
      let unchained = 0;
      let isFound = knows === undefined;
      // An id of ours is positive: what was put before the first is looked at too.
      for (let after = Number.MIN_SAFE_INTEGER; ; ) {
        const page = await query.selectFrom('audit_log').selectAll().where('id', '>', after).orderBy('id').limit(PAGE).execute();
        for (const row of page) {
          after = row.id;
          if (row.hash === null && rows === 0 && unchained < (known?.unchained ?? 0)) {
            unchained += 1;
            continue;
          }
          if (row.prev_hash !== previous || row.hash !== chainHash(previous, row)) return { rows, broken: row.id };
          previous = row.hash;
          rows += 1;
          isFound ||= row.hash === knows;
        }
        if (page.length < PAGE) break;
      }
      if (known?.hash !== previous || unchained !== known.unchained) return { rows, broken: 'head' };
      if (rows + unchained === 0 && (await isUsed())) return { rows, broken: 'empty' };
      return { rows, broken: isFound ? null : 'unknown' };
    },
  };
};
