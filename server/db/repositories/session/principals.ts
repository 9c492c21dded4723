import { setImmediate } from 'node:timers/promises';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Database } from '../../database.ts';

export type HeadRow = Readonly<{ head_config: number; head_periods: number; head_people: number; moment: string }>;
export type PrincipalRow = HeadRow &
  Readonly<{
    token_expires_at: string;
    session_id: number;
    session_expires_at: string;
    session_ended_at: string | null;
    user_id: number;
    role: Role;
    active: boolean;
    must_change_password: boolean;
    second_factor_due: boolean;
    live: boolean;
  }>;

const BY_ACCESS_TOKENS = `
  select a.hash, a.expires_at as token_expires_at, s.id as session_id, s.expires_at as session_expires_at, s.ended_at as session_ended_at,
         u.id as user_id, u.role, u.active, u.must_change_password,
         (u.second_factor_at is null and not s.by_issuer and g.second_factor_roles ? u.role) as second_factor_due, h.config as head_config, h.periods as head_periods, h.people as head_people,
         pg_current_snapshot()::text as moment, g.live_at is not null as live
  from access_tokens a join sessions s on s.id = a.session_id join users u on u.id = s.user_id cross join heads h cross join general_settings g
  where a.hash = any($1)`;

const HEADS =
  'select config as head_config, periods as head_periods, people as head_people, pg_current_snapshot()::text as moment from heads';

type PrincipalsByHash = ReadonlyMap<string, PrincipalRow>;

/**
 * Looks up callers: one prepared statement for all requests of one event-loop turn, sent after the last of them has arrived, so that a
 * changed role or state takes effect immediately.
 */
export const principalsRepository = (db: Database) => {
  let batch: Readonly<{ hashes: Set<string>; found: Promise<PrincipalsByHash> }> | null = null;
  const openBatch = () => {
    const hashes = new Set<string>();
    const principals = setImmediate().then(async (): Promise<PrincipalsByHash> => {
      batch = null;
      const rows = await db.named<PrincipalRow & Readonly<{ hash: string }>>('principals_by_access_token', BY_ACCESS_TOKENS, [[...hashes]]);
      return new Map(rows.map((row) => [row.hash, row]));
    });
    return { hashes, found: principals };
  };
  return {
    byAccessToken: async (hash: string): Promise<PrincipalRow | undefined> => {
      batch ??= openBatch();
      batch.hashes.add(hash);
      return (await batch.found).get(hash);
    },

    /** The heads of this database, for reads on a replica. */
    heads: async (): Promise<HeadRow> => {
      const [row] = await db.named<HeadRow>('heads', HEADS, []);
      if (!row) throw new Error('the table heads has no row');
      return row;
    },
  };
};
