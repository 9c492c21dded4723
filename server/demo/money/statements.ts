import { CompiledQuery, type Kysely, sql } from 'kysely';
import { fullName } from '../../../contract/entities/user.ts';
import { type Day, lastDayOfMonth, monthIndexOf, yearOf } from '../../../contract/rules/time/period.ts';
import type { Database } from '../../db/database.ts';
import type { JobFile } from '../../db/repositories/jobs/jobs.ts';
import { issuedRepository } from '../../db/repositories/statements/issued.ts';
import { openStore, type Store } from '../../db/repositories/store.ts';
import type { Schema } from '../../db/schema/index.ts';
import { ISSUE_JOB } from '../../domain/statements/issueStatements.ts';
import { hashStatement, publishHashed } from '../../domain/statements/publishRoot.ts';
import { statementFileOf } from '../../jobs/writeStatement.ts';
import { hoursAfter, instantOn, toDayNumber, toWorkday } from '../calendar.ts';
import type { HistoryRow } from '../history.ts';
import { randomOf } from '../random.ts';

type Closing = Readonly<{ month: Day; closed_at: string; closed_by: number }>;
type Payee = Readonly<{ id: number; first_name: string; last_name: string; left_on: Day | null }>;
/** The closings with statements, newest first, each with the share of people who have confirmed theirs. */
const CONFIRMED_SHARES = [0.7, 0.92];
const MAX_DAYS_TO_CONFIRM = 8;

const closingsOf = async (trx: Kysely<Schema>): Promise<Closing[]> => {
  const { rows } = await sql<Closing>`select start_date as month, closed_at, closed_by from pay_periods where state = 'closed'
    order by start_date desc limit ${CONFIRMED_SHARES.length}`.execute(trx);
  return rows;
};

/**
 * Stores a change of the invoice behind each record since the first of these closings, because the changes since a statement are computed
 * from such rows. Call this before the records get their past dates.
 */
export const recordDemoBookings = async (trx: Kysely<Schema>, bookkeeper: number): Promise<void> => {
  const first = (await closingsOf(trx)).at(-1);
  if (!first) return;
  await sql`with booked as (
      select r.id, r.user_id, r.booking_date, r.computed_at, r.amount_cents, i.invoice_number, case when i.credit_of_id is null then 'sent' else 'credited' end as deed
      from commission_records r join invoices i on i.id = r.invoice_id where r.computed_at >= ${first.closed_at}
    ), runs as (
      insert into recompute_runs (actor_id, network, request_id, cause_facts, at)
      select ${bookkeeper}, 'demo', 'booked ' || id, jsonb_build_object('kind', 'invoice', 'number', invoice_number, 'deed', deed), computed_at from booked
      returning id, request_id
    ) insert into amount_changes (commission_id, user_id, booking_date, at, run_id, before_cents, after_cents)
    select b.id, b.user_id, b.booking_date, b.computed_at, r.id, null, b.amount_cents from booked b join runs r on r.request_id = 'booked ' || b.id order by b.computed_at, b.id`.execute(
    trx,
  );
};

const payeesOf = async (trx: Kysely<Schema>, { month }: Closing): Promise<Payee[]> => {
  const ids = await issuedRepository(trx).peopleOf(month, lastDayOfMonth(yearOf(month), monthIndexOf(month)));
  return trx.selectFrom('users').select(['id', 'first_name', 'last_name', 'left_on']).where('id', 'in', ids).orderBy('id').execute();
};

/** The job that a closing would have left behind. */
const addJob = async (trx: Kysely<Schema>, { month, closed_at, closed_by }: Closing): Promise<number> => {
  const payload = JSON.stringify({ month, run_id: null });
  const times = { run_at: closed_at, created_at: closed_at, finished_at: closed_at };
  const values = { kind: ISSUE_JOB, payload, created_by: closed_by, state: 'completed' as const, ...times };
  return (await trx.insertInto('jobs').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

/** Every repository within the transaction. */
const storeWithin = (db: Database, trx: Kysely<Schema>) =>
  openStore({
    ...db,
    query: trx,
    named: async <Row>(_name: string | null, text: string, params: readonly unknown[]) =>
      (await trx.executeQuery(CompiledQuery.raw(text, [...params]))).rows as Row[],
  });

/** The root of a closing, as its job would have published it. @returns the audit row */
const publishDemoRoot = async (store: Store, { month, closed_at, closed_by }: Closing): Promise<HistoryRow[]> => {
  const closing = await store.statementRoots.closingOf(month);
  if (!closing) return [];
  for (const statement of await store.issued.ofMonth(month)) await hashStatement(store, closing, statement);
  const at = new Date(closed_at);
  return [{ ...(await publishHashed(store, closing, { month, actorId: closed_by }, at)), at }];
};

/**
 * Writes the files as of the closing's day, with today's money, because reading everyone's past takes minutes. A PDF takes a second, so
 * only the first payee, a demo account, gets one.
 */
const filesOf = async (store: Store, { month, closed_at }: Closing, payees: readonly Payee[]): Promise<Map<number, JobFile>> => {
  const range = { start_date: month, end_date: lastDayOfMonth(yearOf(month), monthIndexOf(month)) };
  const files = new Map<number, JobFile>();
  for (const [index, payee] of payees.entries()) {
    const format = index === 0 ? 'PDF' : 'CSV';
    const request = { user_id: payee.id, user_name: fullName(payee), format, ...range } as const;
    files.set(payee.id, await statementFileOf(store, request, new Date(closed_at), new AbortController().signal));
  }
  return files;
};

/** Issues the statements of the newest closings. The first payee, a demo account, still has to confirm the newest one. @returns the audit rows */
export const issueDemoStatements = async (db: Database, trx: Kysely<Schema>, now: Date): Promise<HistoryRow[]> => {
  const issued = issuedRepository(trx);
  const store = storeWithin(db, trx);
  const rows: HistoryRow[] = [];
  for (const [index, closing] of (await closingsOf(trx)).entries()) {
    const payees = await payeesOf(trx, closing);
    const jobId = await addJob(trx, closing);
    const closedAt = new Date(closing.closed_at);
    await issued.issue(
      { month: closing.month, runId: null, jobId },
      payees.map(({ id }) => id),
      closedAt,
    );
    rows.push(...(await publishDemoRoot(store, closing)));
    const files = await filesOf(store, closing, payees);
    const random = randomOf(`statements ${closing.month}`);
    for (const { id: statementId, user_id } of await issued.unwritten(jobId)) {
      const file = files.get(user_id);
      if (file) await issued.keepFile(statementId, file, closedAt);
      const day = toWorkday(toDayNumber(closing.closed_at.slice(0, 10)) + random.int(1, MAX_DAYS_TO_CONFIRM));
      const at = hoursAfter(instantOn(day, statementId), 1);
      const isConfirmed = random.chance(CONFIRMED_SHARES[index] ?? 0) && !(index === 0 && user_id === payees[0]?.id);
      const leftOn = payees.find(({ id }) => id === user_id)?.left_on ?? null;
      if (!file || !isConfirmed || Date.parse(at) > now.getTime() || (leftOn !== null && leftOn < at.slice(0, 10))) continue;
      await issued.confirm(statementId, new Date(at));
      const entry = { actorId: user_id, action: 'statement.confirmed', entity: 'issued_statement', entityId: String(statementId) };
      rows.push({ ...entry, at: new Date(at), after: { file: file.name, sha256: file.sha256 } });
    }
  }
  return rows;
};
