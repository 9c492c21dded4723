import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../server/db/database.ts';

/**
 * A hash over the audit log without the parts that the seed does not determine: request ids, the chain over them, and the roots over
 * salted statements. Rows of the same instant may come in any order, because jobs of different lanes run in parallel.
 */
export const auditDigest = async ({ query }: Database): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    select jsonb_build_array(extract(epoch from at)::int8, actor_id, network, action, entity, entity_id, before,
      case action when 'period.root_published' then after - 'root' else after end, cause, cause_facts)::text as line
    from audit_log`.execute(query);
  const digest = createHash('sha256');
  for (const line of rows.map((row) => row.line).sort()) digest.update(`${line}\n`);
  return digest.digest('hex');
};
