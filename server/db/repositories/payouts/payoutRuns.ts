import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { PaidMonth } from '../../../../contract/rules/payouts/payDay.ts';
import type { DueLine } from '../../../../contract/rules/payouts/proposal.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { PayoutRunPeopleTable, PayoutRunsTable, Schema } from '../../schema/index.ts';
import { payableAmounts } from './payableAmounts.ts';

export type PayoutRunRow = Selectable<PayoutRunsTable> &
  Readonly<{ author: string; approver: string | null; people: number; amount_cents: number }>;
export type RunPersonRow = Selectable<PayoutRunPeopleTable> &
  Readonly<{
    first_name: string;
    last_name: string;
    email: string;
    employee_number: string | null;
    active: boolean;
    /** The last day of employment, if it has an end. */
    left_on: Day | null;
    changer: string | null;
    payout_id: number | null;
    /** True if the payment is processing or completed, and not reversed. */
    is_paid: boolean;
    last_cents: number | null;
    statement_state: string | null;
  }>;
export type NewRunPerson = Omit<Insertable<PayoutRunPeopleTable>, 'run_id' | 'lines'> & Readonly<{ lines: readonly DueLine[] }>;
export type NewPayout = Readonly<{ user_id: number; amount_cents: number; lines: readonly DueLine[] }> &
  Partial<Record<'drawn_cents' | 'recovered_cents' | 'draw_balance_cents', number>>;
type RunTerms = Readonly<{ runId: number; payOn: Day; reference: string; createdBy: number }>;
const selectRuns = sql`
  select r.*, a.first_name || ' ' || a.last_name as author, b.first_name || ' ' || b.last_name as approver,
    coalesce(p.people, 0)::int as people, coalesce(p.cents, 0)::int8 as amount_cents
  from payout_runs r join users a on a.id = r.created_by left join users b on b.id = r.approved_by
  left join lateral (select count(*) as people, sum(amount_cents) as cents from payout_run_people where run_id = r.id and outcome = 'paid') p on true`;

/** Payout runs, their people, and the amounts they are built from (decisions 2.16). */
export const payoutRunsRepository = (query: Kysely<Schema>) => {
  const byId = async (id: number): Promise<PayoutRunRow | undefined> => {
    const { rows } = await sql<PayoutRunRow>`${selectRuns} where r.id = ${id}`.execute(query);
    return rows[0];
  };
  return {
    ...payableAmounts(query),
    byId,

    lock: async (id: number): Promise<PayoutRunRow | undefined> => {
      await sql`select 1 from payout_runs where id = ${id} for update`.execute(query);
      return byId(id);
    },

    /** Locks these runs and the runs of these payments, in id order and before their rows, so that concurrent callers cannot deadlock. */
    lockAll: async (ids: readonly number[], payoutIds: readonly number[]): Promise<void> => {
      await sql`
        select 1 from payout_runs where id = any(${[...ids]}::int8[]) or id in (select run_id from payouts where id = any(${[...payoutIds]}::int8[]))
        order by id for update`.execute(query);
    },

    list: async (maxRows: number): Promise<PayoutRunRow[]> => {
      const { rows } = await sql<PayoutRunRow>`${selectRuns} order by r.id desc limit ${maxRows}`.execute(query);
      return rows;
    },

    /**
     * The newest month with a run that was not canceled, and the last pay day of its runs. Runs have no view in the lens: its instant decides
     * which were proposed by then and not canceled, because a canceled run never changes again.
     */
    last: async (): Promise<PaidMonth | null> => {
      const { rows } = await sql<PaidMonth>`
        with known as (select coalesce(nullif(current_setting('lens.at', true), '')::timestamptz, 'infinity') as at)
        select month, pay_on from payout_runs, known where created_at <= at and (state <> 'cancelled' or updated_at > at)
        order by month desc, pay_on desc limit 1`.execute(query);
      return rows[0] ?? null;
    },

    proposed: async (): Promise<number | null> => {
      const row = await query.selectFrom('payout_runs').select('id').where('state', '=', 'proposed').executeTakeFirst();
      return row?.id ?? null;
    },

    /** The newest run of a month that was not canceled. */
    ofMonth: async (month: Day): Promise<PayoutRunRow | undefined> => {
      const { rows } =
        await sql<PayoutRunRow>`${selectRuns} where r.month = ${month} and r.state <> 'cancelled' order by r.id desc limit 1`.execute(
          query,
        );
      return rows[0];
    },

    /** The newest approved run before it. */
    before: async (id: number): Promise<PayoutRunRow | undefined> => {
      const { rows } =
        await sql<PayoutRunRow>`${selectRuns} where r.id < ${id} and r.state in ('approved', 'completed') order by r.id desc limit 1`.execute(
          query,
        );
      return rows[0];
    },

    /** `lastId`: the run to compare amounts with. */
    people: async (id: number, lastId: number | null): Promise<RunPersonRow[]> => {
      const { rows } = await sql<RunPersonRow>`
        select p.*, u.first_name, u.last_name, u.email, u.employee_number, u.active, u.left_on, c.first_name || ' ' || c.last_name as changer, o.id as payout_id,
          coalesce(o.state in ('processing', 'completed'), false) and not exists (select 1 from payouts b where b.reversal_of_id = o.id) as is_paid,
          l.amount_cents as last_cents, case when i.name is not null then 'completed' when i.id is not null and j.state in ('queued', 'processing') then 'queued'
            when i.id is not null then 'failed' end as statement_state
        from payout_run_people p join users u on u.id = p.user_id left join users c on c.id = p.changed_by
        left join payouts o on o.run_id = p.run_id and o.user_id = p.user_id and o.reversal_of_id is null
        left join payout_run_people l on l.run_id = ${lastId} and l.user_id = p.user_id and l.outcome = 'paid'
        left join issued_statements i on i.run_id = p.run_id and i.user_id = p.user_id left join jobs j on j.id = i.job_id
        where p.run_id = ${id} order by (p.outcome = 'paid') desc, u.last_name, u.first_name, u.id`.execute(query);
      return rows;
    },

    add: async (run: Insertable<PayoutRunsTable>): Promise<number> =>
      (await query.insertInto('payout_runs').values(run).returning('id').executeTakeFirstOrThrow()).id,

    addPeople: async (runId: number, people: readonly NewRunPerson[]): Promise<void> => {
      if (people.length === 0) return;
      await sql`
        insert into payout_run_people (run_id, user_id, outcome, due_cents, kept_cents, over_cents, proposed_cents, amount_cents, waiting_cents, lines,
          drawn_cents, recovered_cents, draw_balance_cents)
        select ${runId}, user_id, outcome, due_cents, kept_cents, over_cents, proposed_cents, amount_cents, waiting_cents, lines, drawn_cents, recovered_cents, draw_balance_cents
        from json_to_recordset(${JSON.stringify(people)}::json) as v(user_id int8, outcome text, due_cents int8, kept_cents int8, over_cents int8,
          proposed_cents int8, amount_cents int8, waiting_cents int8, lines jsonb, drawn_cents int8, recovered_cents int8, draw_balance_cents int8)`.execute(
        query,
      );
    },

    /** Adds a run's pending payments and their lines, with one statement per table rather than per person. */
    addPayouts: async (payouts: readonly NewPayout[], { runId, payOn, reference, createdBy }: RunTerms, now: Date): Promise<void> => {
      if (payouts.length === 0) return;
      const createdAt = now.toISOString();
      const { rows } = await sql<{ id: number; user_id: number }>`
        insert into payouts (user_id, amount_cents, paid_on, method, reference, state, created_by, run_id, created_at, updated_at,
          drawn_cents, recovered_cents, draw_balance_cents)
        select user_id, amount_cents, ${payOn}, 'direct deposit', ${reference}, 'pending', ${createdBy}, ${runId}, ${createdAt}, ${createdAt},
          coalesce(drawn_cents, 0), coalesce(recovered_cents, 0), coalesce(draw_balance_cents, 0)
        from json_to_recordset(${JSON.stringify(payouts)}::json)
          as v(user_id int8, amount_cents int8, drawn_cents int8, recovered_cents int8, draw_balance_cents int8) returning id, user_id`.execute(
        query,
      );
      const ids = new Map(rows.map(({ id, user_id }) => [user_id, id]));
      const lines = payouts.flatMap((payout) => payout.lines.map((line) => ({ ...line, payout_id: ids.get(payout.user_id) })));
      const json = JSON.stringify(lines);
      await sql`insert into payout_lines (payout_id, commission_id, amount_cents) select payout_id, id, amount
        from json_to_recordset(${json}::json) as v(kind text, payout_id int8, id int8, amount int8) where kind = 'record'`.execute(query);
      await sql`insert into payout_adjustments (payout_id, adjustment_id, amount_cents) select payout_id, id, amount
        from json_to_recordset(${json}::json) as v(kind text, payout_id int8, id int8, amount int8) where kind = 'adjustment'`.execute(
        query,
      );
    },

    /** Deletes a run's pending payments, of one person or of all; they never paid anybody. */
    dropPayouts: async (runId: number, userId: number | null): Promise<void> => {
      const { rows } = await sql<{ id: number }>`
        select id from payouts where run_id = ${runId} and state = 'pending' ${userId === null ? sql`` : sql`and user_id = ${userId}`}`.execute(
        query,
      );
      const ids = rows.map(({ id }) => id);
      await sql`delete from payout_lines where payout_id = any(${ids}::int8[])`.execute(query);
      await sql`delete from payout_adjustments where payout_id = any(${ids}::int8[])`.execute(query);
      await sql`delete from payouts where id = any(${ids}::int8[])`.execute(query);
    },

    changePerson: async (
      runId: number,
      userId: number,
      change: Readonly<{ outcome: 'paid' | 'by_hand'; amount_cents: number; reason: string; changed_by: number }>,
    ): Promise<void> => {
      await query.updateTable('payout_run_people').set(change).where('run_id', '=', runId).where('user_id', '=', userId).execute();
    },

    change: async (id: number, change: Omit<Updateable<PayoutRunsTable>, 'id' | 'version'>, now: Date): Promise<void> => {
      await query
        .updateTable('payout_runs')
        .set((eb) => ({ undo_by: null, undo_until: null, ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    /** Starts processing all pending payments of an approved run. @returns their ids */
    release: async (runId: number, actorId: number, isSelfApproved: boolean, now: Date): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        update payouts set state = 'processing', approved_by = ${actorId}, approved_at = ${now.toISOString()}, self_approved = ${isSelfApproved},
          version = version + 1, updated_at = ${now.toISOString()}
        where run_id = ${runId} and state = 'pending' returning id`.execute(query);
      return rows.map(({ id }) => id);
    },

    /** Undoes an approval: its payments are pending again, and statements not yet written are canceled. */
    holdBack: async (runId: number, now: Date): Promise<void> => {
      await sql`
        update payouts set state = 'pending', approved_by = null, approved_at = null, self_approved = false, version = version + 1,
          updated_at = ${now.toISOString()} where run_id = ${runId} and state = 'processing'`.execute(query);
      await sql`
        update jobs set state = 'cancelled', finished_at = ${now.toISOString()}
        where state = 'queued' and id in (select job_id from issued_statements where run_id = ${runId})`.execute(query);
      await sql`delete from issued_statements where run_id = ${runId} and written_at is null`.execute(query);
    },

    /** Payments of a run by state; reversals are separate payments. */
    payoutsOf: async (runId: number, states: readonly string[]): Promise<{ id: number; version: number }[]> => {
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from payouts where run_id = ${runId} and state = any(${[...states]}::text[]) order by id`.execute(query);
      return rows;
    },

    /** Number of payments that are pending or processing, and of failed ones not left out. */
    countUnfinished: async (runId: number): Promise<Readonly<{ underWay: number; failed: number }>> => {
      const { rows } = await sql<{ underWay: number; failed: number }>`
        select (count(*) filter (where state in ('pending', 'processing')))::int as "underWay",
          (count(*) filter (where state = 'failed' and left_out_at is null))::int as failed
        from payouts where run_id = ${runId}`.execute(query);
      return rows[0] ?? { underWay: 0, failed: 0 };
    },

    /** Marks failed payments as left out, so that the run can be completed without them. */
    leaveOut: async (runId: number, now: Date): Promise<void> => {
      await query
        .updateTable('payouts')
        .set({ left_out_at: now.toISOString() })
        .where('run_id', '=', runId)
        .where('state', '=', 'failed')
        .execute();
    },

    /** People whose payments were left out on completion. */
    leftOut: (runId: number): Promise<{ first_name: string; last_name: string }[]> =>
      query
        .selectFrom('payouts')
        .innerJoin('users', 'users.id', 'payouts.user_id')
        .select(['first_name', 'last_name'])
        .where('run_id', '=', runId)
        .where('left_out_at', 'is not', null)
        .orderBy('last_name')
        .orderBy('first_name')
        .orderBy('users.id')
        .execute(),

    /** People whose pending lines exceed the amount now due, after other payments in progress. */
    peopleAboveDue: async (runId: number): Promise<{ user_id: number; first_name: string; last_name: string }[]> => {
      const { rows } = await sql<{ user_id: number; first_name: string; last_name: string }>`
        select distinct u.id as user_id, u.first_name, u.last_name from payouts o join users u on u.id = o.user_id
        join payout_lines l on l.payout_id = o.id join commission_records r on r.id = l.commission_id
        cross join lateral (select coalesce(sum(x.amount_cents), 0)::int8 as cents, coalesce(sum(least(x.amount_cents, 0)), 0)::int8 as back
          from payout_lines x join payouts y on y.id = x.payout_id and y.state in ('pending', 'processing')
          where x.commission_id = r.id and y.id <> o.id) h
        where o.run_id = ${runId} and o.state = 'pending' and case
          when l.amount_cents < 0 and r.due_cents >= 0 then r.paid_cents - r.released_cents + h.back < -l.amount_cents
          else sign(r.due_cents - h.cents) <> sign(l.amount_cents) or abs(r.due_cents - h.cents) < abs(l.amount_cents) end
        union select u.id, u.first_name, u.last_name from payouts o join users u on u.id = o.user_id
        join payout_adjustments l on l.payout_id = o.id join adjustments a on a.id = l.adjustment_id
        cross join lateral (select a.amount_cents - coalesce(sum(x.amount_cents), 0)::int8 as cents
          from payout_adjustments x join payouts y on y.id = x.payout_id and y.state in ('completed', 'pending', 'processing')
          where x.adjustment_id = a.id and y.id <> o.id) open
        where o.run_id = ${runId} and o.state = 'pending' and (a.state <> 'approved' or a.commission_id is not null
          or sign(open.cents) <> sign(l.amount_cents) or abs(open.cents) < abs(l.amount_cents))
        order by 1 limit 5`.execute(query);
      return rows;
    },

    roles: async (ids: readonly number[]): Promise<Map<number, Role>> => {
      const { rows } = await sql<{ id: number; role: Role }>`select id, role from users where id = any(${[...ids]}::int8[])`.execute(query);
      return new Map(rows.map(({ id, role }) => [id, role]));
    },
  };
};
