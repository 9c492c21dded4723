import { sql } from 'kysely';
import { endsWithinNotice } from '../../../contract/rules/connections/signInEnds.ts';
import { connectionsRepository } from '../../db/repositories/connections/connections.ts';
import { DAY } from '../../domain/shared/clock.ts';
import type { DatabaseCheck } from './checkDatabase.ts';
import { fail, ok, warn } from './finding.ts';

const STALE_DAYS = 2;
const WAITING_MINUTES = 10;

/** The output names connections, never their accounts or addresses. */
export const checkConnections: DatabaseCheck = async (db) => {
  const now = new Date();
  const connections = (await connectionsRepository(db.query).all()).filter(({ kind, state }) => kind !== 'files' && state !== 'pending');
  if (connections.length === 0) return ok('connections', 'none');
  const namesOf = (list: typeof connections) => list.map(({ name }) => `“${name}”`).join(', ');
  const broken = connections.filter(({ state }) => state === 'error');
  if (broken.length > 0) return fail('connections', `${namesOf(broken)}: the last sync failed`, 'open it in System Settings; it says why');
  const expiring = connections.filter(({ settings }) => endsWithinNotice(settings.expires_at, now));
  if (expiring.length > 0) return warn('connections', `the sign-in of ${namesOf(expiring)} ends soon`, 'reconnect it in System Settings');
  const stale = connections.filter(
    ({ last_sync_at, frequency }) =>
      frequency !== 'manual' && (last_sync_at === null || now.getTime() - Date.parse(last_sync_at) > STALE_DAYS * DAY),
  );
  if (stale.length > 0)
    return warn('connections', `${namesOf(stale)} did not sync for ${STALE_DAYS} days`, 'see its runs in System Settings');
  return ok('connections', `${connections.length} in order`);
};

/** Finds jobs that no server picks up, failed emails, and webhooks that were switched off. */
export const checkJobs: DatabaseCheck = async (db) => {
  const { rows } = await sql<{ jobs: number; mails: number; off: number }>`
    select (select count(*)::int4 from jobs where state = 'queued' and run_at < now() - make_interval(mins => ${WAITING_MINUTES})) as jobs,
      (select count(*)::int4 from mail_outbox where state = 'failed' and channel_id is null and ended_at > now() - interval '1 day') as mails,
      (select count(*)::int4 from webhooks where off_at is not null and problem is not null) as off`.execute(db.query);
  const { jobs = 0, mails = 0, off = 0 } = rows[0] ?? {};
  if (jobs > 0)
    return warn('work', `${jobs} jobs have waited for ${WAITING_MINUTES} minutes`, 'start a server, or see its log for failing jobs');
  if (mails > 0) return warn('work', `${mails} emails failed since yesterday`, 'see System Settings, Emails');
  if (off > 0) return warn('work', `${off} webhooks were switched off`, 'see System Settings, Webhooks');
  return ok('work', 'no work is waiting');
};
