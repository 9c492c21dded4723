import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/**
 * A hash over the audit log without the parts that the seed does not determine: request ids, the chain over them, and the hashes of
 * salted statements. Rows of the same instant may come in any order.
 */
export const auditDigest = async ({ query }: Database): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_array(extract(epoch from at)::int8, actor_id, network, action, entity, entity_id, before,
      case when action in ('period.close', 'period.root_published') then after - 'hash' else after end, cause, cause_facts)::text as line
    from audit_log`.execute(query);
  const digest = createHash('sha256');
  for (const line of rows.map((row) => row.line).sort()) digest.update(`${line}\n`);
  return digest.digest('hex');
};
