import { type Kysely, type Selectable, sql } from 'kysely';
import type { AuditCause } from '../../../../contract/entities/audit.ts';
import type { AuditLogTable, Schema } from '../../schema/index.ts';
import { type ChainedRow, chainHash } from './auditChain.ts';

/** The origin of a request, stored in the audit rows it writes. `tokenId`: the API token that made it. */
/** `deviceKeys`: the hashes of the tokens in the browser's cookie (decisions 4.18). */
export type Origin = Readonly<{ network: string; requestId: string; device: string; tokenId?: number; deviceKeys?: readonly string[] }>;
type AuditOrigin = Pick<Origin, 'network' | 'requestId' | 'tokenId'>;
export type AuditWrite = Readonly<{
  actorId: number | null;
  action: string;
  entity: string;
  entityId: string;
  before?: unknown;
  after?: unknown;
  /** Structured facts, or text typed by a person. */
  cause?: string | AuditCause;
  /** When it was done, if it is recorded later. */
  at?: Date;
}>;
export type AuditRow = Selectable<AuditLogTable> &
  Readonly<{ first_name: string | null; last_name: string | null; token_name: string | null }>;
/**
 * An amount change without its own audit row: by a run, with its cause; for changes from before runs existed, the configuration version
 * saved at that moment, if any.
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
 * `rows`: number of rows verified. `broken`: the id of the first altered row; 'head' if rows at either end are missing, 'empty' if all are,
 * 'unknown' if a hash from an earlier printout is in no row.
 */
export type ChainProof = Readonly<{ rows: number; broken: number | 'head' | 'empty' | 'unknown' | null }>;
/** An entity in the audit log: `commission` 12. */
export type AuditSubject = Readonly<{ entity: string; entityId: string }>;

const PAGE_ROWS = 1000;
/** The value as the database returns it: without undefined, numbers as in JSON. */
const toJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
/** Audit rows per insert statement. */
const INSERT_ROWS = 1000;

const toChainedRow = (entry: AuditWrite, { network, requestId, tokenId }: AuditOrigin, now: Date): ChainedRow => ({
  at: (entry.at ?? now).toISOString(),
  actor_id: entry.actorId,
  network,
  request_id: requestId,
  action: entry.action,
  entity: entry.entity,
  entity_id: entry.entityId,
  before: toJson(entry.before),
  after: toJson(entry.after),
  cause: typeof entry.cause === 'string' ? entry.cause : null,
  cause_facts: typeof entry.cause === 'string' ? null : toJson(entry.cause),
  token_id: tokenId ?? null,
});

const appendRows = async (trx: Kysely<Schema>, rows: readonly ChainedRow[]): Promise<void> => {
  const chainHead = await trx.selectFrom('audit_head').select('hash').where('id', '=', 1).forUpdate().executeTakeFirstOrThrow();
  let hash = chainHead.hash;
  const chained = rows.map((row, rowIndex) => {
    const prev_hash = hash;
    hash = chainHash(prev_hash, row);
    return { ...row, place: rowIndex, prev_hash, hash };
  });
  for (let from = 0; from < chained.length; from += INSERT_ROWS)
    await sql`
      insert into audit_log (at, actor_id, network, request_id, action, entity, entity_id, before, after, cause, cause_facts, token_id, prev_hash, hash)
      select at, actor_id, network, request_id, action, entity, entity_id, before, after, cause, cause_facts, token_id, prev_hash, hash
      from json_to_recordset(${JSON.stringify(chained.slice(from, from + INSERT_ROWS))}::json) as r(place int4, at timestamptz, actor_id int8,
        network text, request_id text, action text, entity text, entity_id text, before jsonb, after jsonb, cause text, cause_facts jsonb, token_id int8,
        prev_hash text, hash text)
      order by place`.execute(trx);
  await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute();
};

/** All rows in id order. Our ids are positive, but rows that somebody inserted with lower ids are read too. */
async function* auditRows(query: Kysely<Schema>) {
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const page = await query.selectFrom('audit_log').selectAll().where('id', '>', after).orderBy('id').limit(PAGE_ROWS).execute();
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_ROWS) return;
    after = last.id;
  }
}

/** The audit log, written in the transaction of the change it records. Never contains a password or token. */
export const auditRepository = (query: Kysely<Schema>) => {
  const writeAll = async (entries: readonly AuditWrite[], origin: AuditOrigin, now: Date): Promise<void> => {
    if (entries.length === 0) return;
    const rows = entries.map((entry) => toChainedRow(entry, origin, now));
    // Without plugins: a writer must not yield (`db/postgres/yieldingPlugin.ts`) while it holds the lock that all writers share.
    const plainQuery = query.withoutPlugins();
    await (plainQuery.isTransaction ? appendRows(plainQuery, rows) : plainQuery.transaction().execute((trx) => appendRows(trx, rows)));
  };
  /** The hash of the last row; empty before the first one. */
  const chainHead = async (): Promise<string> => {
    const { rows } = await sql<{ hash: string }>`select hash from audit_head where id = 1`.execute(query);
    return rows[0]?.hash ?? '';
  };
  /** Every account has at least one audit row. */
  const isUsed = async (): Promise<boolean> => (await query.selectFrom('users').select('id').limit(1).execute()).length > 0;
  return {
    head: chainHead,

    /** Takes the one lock that all writers share and holds it until the transaction ends, so write the audit row last. */
    write: (entry: AuditWrite, origin: AuditOrigin, now: Date): Promise<void> => writeAll([entry], origin, now),
    /** Writes many rows in this order, with as few statements as for one. */
    writeAll,

    /** The audit subjects of a record: itself, its invoice, adjustments, questions and payouts. */
    subjectsOf: async (commissionId: number): Promise<AuditSubject[]> => {
      const { rows } = await sql<AuditSubject>`
      select 'commission' as entity, id::text as "entityId" from commission_records where id = ${commissionId}
      union all select 'invoice', invoice_id::text from commission_records where id = ${commissionId}
      union all select 'adjustment', id::text from adjustments where commission_id = ${commissionId}
      union all select 'dispute', id::text from disputes where commission_id = ${commissionId}
      union all select 'payout', payout_id::text from payout_lines where commission_id = ${commissionId}`.execute(query);
      return rows;
    },

    /** Rows about any of the subjects, newest first, with the actors' names. */
    listAbout: async (subjects: readonly AuditSubject[], limit: number): Promise<AuditRow[]> => {
      if (subjects.length === 0) return [];
      return query
        .selectFrom('audit_log as l')
        .leftJoin('users as u', 'u.id', 'l.actor_id')
        .leftJoin('api_tokens as t', 't.id', 'l.token_id')
        .selectAll('l')
        .select(['u.first_name', 'u.last_name', 't.name as token_name'])
        .where((eb) => eb.or(subjects.map(({ entity, entityId }) => eb.and({ 'l.entity': entity, 'l.entity_id': entityId }))))
        .orderBy('l.id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Changes of a record's amount that have no audit row, newest first. Those of a saved configuration are found by person. */
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
     * Verifies the whole chain. Rows from before it existed have no hash and come first; the migration that added the chain counted them.
     * @param knownHash a hash printed earlier and kept elsewhere: a rewritten chain does not contain it
     * @returns the number of verified rows, and the fault, if any
     */
    verifyChain: async (knownHash?: string): Promise<ChainProof> => {
      const storedHead = await query.selectFrom('audit_head').select(['hash', 'unchained']).where('id', '=', 1).executeTakeFirst();
      let previous = '';
      let rows = 0;
      let unchainedRows = 0;
      let isFound = knownHash === undefined;
      for await (const row of auditRows(query)) {
        if (row.hash === null && rows === 0 && unchainedRows < (storedHead?.unchained ?? 0)) {
          unchainedRows += 1;
          continue;
        }
        if (row.prev_hash !== previous || row.hash !== chainHash(previous, row)) return { rows, broken: row.id };
        previous = row.hash;
        rows += 1;
        isFound ||= row.hash === knownHash;
      }
      if (storedHead?.hash !== previous || unchainedRows !== storedHead.unchained) return { rows, broken: 'head' };
      if (rows + unchainedRows === 0 && (await isUsed())) return { rows, broken: 'empty' };
      return { rows, broken: isFound ? null : 'unknown' };
    },
  };
};
