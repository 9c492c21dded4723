import { sql } from 'kysely';
import { roleLabels } from '../../../contract/entities/user.ts';
import { settingsRepository } from '../../db/repositories/settings/settings.ts';
import type { DatabaseCheck } from './checkDatabase.ts';
import { ok, warn } from './finding.ts';

type Count = Readonly<{ people: number; having: number; approvers: number }>;

/** Counts second factors, names the roles that need one, and warns if nobody can approve payouts above the limit. */
export const checkSecondFactor: DatabaseCheck = async ({ query }) => {
  const { second_factor_roles: roles, payout_limit_cents: limit } = await settingsRepository(query).security();
  const { rows } = await sql<Count>`
    select count(*)::int4 as people, count(second_factor_at)::int4 as having,
      count(*) filter (where second_factor_at is not null and role in ('admin', 'finance'))::int4 as approvers
    from users where active`.execute(query);
  const { people = 0, having = 0, approvers = 0 } = rows[0] ?? {};
  const required = roles.length === 0 ? 'nobody' : roles.map((role) => roleLabels[role]).join(', ');
  const text = `${having} of ${people} people have one; required of ${required}`;
  return limit !== null && approvers === 0
    ? warn(
        'second factor',
        `${text}; no administrator or finance user has one, so nobody approves payouts above the limit`,
        'let an approver set one up in Settings, Privacy and Security',
      )
    : ok('second factor', text);
};
