import type { Role } from '../../../../contract/entities/user.ts';
import type { Database } from '../../database.ts';

export type PrincipalRow = Readonly<{
  token_expires_at: string;
  session_id: number;
  session_expires_at: string;
  session_ended_at: string | null;
  user_id: number;
  role: Role;
  active: boolean;
  must_change_password: boolean;
  head_config: number;
  head_periods: number;
  head_people: number;
  moment: string;
}>;

const BY_ACCESS_TOKEN = `
  select a.expires_at as token_expires_at, s.id as session_id, s.expires_at as session_expires_at, s.ended_at as session_ended_at,
         u.id as user_id, u.role, u.active, u.must_change_password, h.config as head_config, h.periods as head_periods, h.people as head_people,
         pg_current_snapshot()::text as moment
  from access_tokens a join sessions s on s.id = a.session_id join users u on u.id = s.user_id cross join heads h
  where a.hash = $1`;

/** Who is calling: one prepared statement for every request, so role and state of the user hold at once. */
export const principalsRepository = (db: Database) => ({
  byAccessToken: async (hash: string): Promise<PrincipalRow | undefined> =>
    (await db.named<PrincipalRow>('principal_by_access_token', BY_ACCESS_TOKEN, [hash]))[0],
});
