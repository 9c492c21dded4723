import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checklistItems,
  type IssuedStatement,
  type PeriodReview,
  type RemindedList,
  type SeveralClosed,
  type UnconfirmedPerson,
} from '../../../contract/entities/periodReview.ts';
import { writeIssuedStatements } from '../../../server/jobs/issueStatements.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let record: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  const school = await world.customer();
  await world.invoice(school, 10_000_00, '2026-08-05');
  await world.invoice(school, 20_000_00, '2026-09-05');
  const paid = await world.invoice(school, 60_000_00, '2026-10-05');
  await world.facts.pay(paid, 60_000_00, '2026-10-20');
  await world.invoice(school, 4000_00, '2026-10-07', 'kim');
  record = (await world.facts.recordOf(paid)).id;
  const row = { invoice_number: 'N-1', customer_name: 'Nobody', booking_date: '2026-10-09', gross_cents: 900_00, net_cents: 900_00 };
  await world.query
    .insertInto('invoices')
    .values({ ...row, salesperson_id: null, state: 'sent' as const })
    .execute();
});
afterAll(() => world.server.close());

const items = checklistItems;
const post = (name: string, path: string, body: object = {}) => world.call(name, 'POST', path, body);
const review = (name = 'fay', month = '2026-10'): Promise<PeriodReview> => world.ok(world.call(name, 'GET', `periods/${month}/review`));
const sign = (name: string, month = '2026-10', ticked: readonly string[] = items) => post(name, `periods/${month}/sign`, { items: ticked });
/** Runs the worker's statement jobs. */
const write = async () => {
  const jobs = await world.query
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'issue_statements')
    .where('state', '=', 'queued')
    .execute();
  const work = { signal: new AbortController().signal, progress: async () => {}, checkpoint: async () => {} };
  for (const job of jobs) await writeIssuedStatements(world.facts.store, world.server.clock)(job as never, work);
  return jobs.length;
};

describe('decisions 2.11: closing several past months at once', () => {
  it('is signed by the first person and closed in order by the second, with the outcome of each', async () => {
    const plan = await world.ok<SeveralClosed>(world.call('fay', 'GET', 'period-closings?until=2026-09'));
    expect(plan.data.map(({ id, step, total }) => [id, step, total])).toEqual([
      ['2026-08', 'sign', 500],
      ['2026-09', 'sign', 1000],
    ]);
    const first = await world.ok<SeveralClosed>(post('fay', 'period-closings', { until: '2026-09' }));
    expect(first.data.map(({ id, step, why }) => [id, step, why])).toEqual([
      ['2026-08', 'sign', 'Two people sign the review before it is closed: 1 of 2 have signed.'],
      ['2026-09', 'sign', 'Two people sign the review before it is closed: 1 of 2 have signed.'],
    ]);
    const repeated = await world.ok<SeveralClosed>(world.call('fay', 'GET', 'period-closings?until=2026-09'));
    expect(repeated.data.map(({ step }) => step)).toEqual(['sign', 'sign']);
    const second = await world.ok<SeveralClosed>(world.call('finn', 'GET', 'period-closings?until=2026-09'));
    expect(second.data.map(({ step }) => step)).toEqual(['close', 'close']);
    const done = await world.ok<SeveralClosed>(post('finn', 'period-closings', { until: '2026-09' }));
    expect(done.data.map(({ id, step, why }) => [id, step, why])).toEqual([
      ['2026-08', 'close', null],
      ['2026-09', 'close', null],
    ]);
    expect((await world.refused(post('fay', 'period-closings', { until: '2026-11' })))[0]).toBe(422);
    for (const name of ['vic', 'mia', 'sam', 'eve'])
      expect((await post(name, 'period-closings', { until: '2026-10' })).statusCode).toBe(403);
  });
});

describe('decisions 2.11: a month is reviewed by two people, signed, closed and stated', () => {
  it('shows everybody against the previous month, with outliers, unpaid, pending and unassigned items, and who has reviewed', async () => {
    await world.ok(post('fay', 'periods/2026-10/review'));
    await world.ok(post('fay', 'periods/2026-10/look'));
    const shown = await review('finn');
    expect(shown.people.map(({ user_name, total, before, due, outliers }) => [user_name, total, before, due, outliers])).toEqual([
      ['Kim Keller', 200, 0, 0, []],
      ['Sam Seller', 3000, 1000, 3000, [{ rule: 'jump', percent: 200 }]],
    ]);
    expect(shown.unassigned.map(({ customer_name, net_revenue }) => [customer_name, net_revenue])).toEqual([['Nobody', 900]]);
    expect(shown.looks.map(({ user_name }) => user_name)).toEqual(['Fay Finch']);
    expect([shown.signatures, shown.signers_needed, shown.may_sign]).toEqual([[], 2, true]);
    for (const name of ['vic', 'mia', 'sam', 'eve'])
      expect((await world.call(name, 'GET', 'periods/2026-10/review')).statusCode, name).toBe(403);
  });

  it('prevents reviewers from closing alone, and ties a signature to the signed amounts', async () => {
    expect(await world.refused(sign('fay', '2026-10', ['totals']))).toEqual([
      422,
      { items: 'Tick every item of the checklist before you sign.' },
    ]);
    expect(await world.refused(sign('fay', '2026-11'))).toEqual([409, 'period_step']);
    const first = await world.ok<PeriodReview>(sign('fay'));
    expect([first.may_sign, first.period.actions]).toEqual([false, ['back']]);
    expect(await world.refused(post('fay', 'periods/2026-10/close'))).toEqual([
      409,
      { 'blockers.0': 'Two people sign the review before it is closed: 1 of 2 have signed.' },
    ]);
    // Money that changes after the signature: the first person must sign again.
    const gift = {
      commission_id: record,
      related_invoice_id: (
        await world.query.selectFrom('commission_records').select('invoice_id').where('id', '=', record).executeTakeFirstOrThrow()
      ).invoice_id,
    };
    const whose = { user_id: world.ids.sam as number, created_by: world.ids.ada as number, decided_by: null, decided_at: null };
    await world.query
      .insertInto('adjustments')
      .values({ ...gift, ...whose, amount_cents: 50_00, effective_date: '2026-10-21', reason: 'A gift', state: 'approved' as const })
      .execute();
    const second = await world.ok<PeriodReview>(sign('finn'));
    expect(second.signatures.map(({ user_name, stands }) => [user_name, stands])).toEqual([
      ['Fay Finch', false],
      ['Finn Ferro', true],
    ]);
    expect(second.period.actions).toEqual(['back']);
    expect((await world.ok<PeriodReview>(sign('fay'))).period.actions).toEqual(['back', 'close']);
    await world.ok(post('finn', 'periods/2026-10/close'));
  });

  it('issues statements in one job, which people download and confirm, and counts later changes', async () => {
    expect((await review()).statements.map(({ user_name, state }) => [user_name, state])).toEqual([
      ['Kim Keller', 'waiting'],
      ['Sam Seller', 'waiting'],
    ]);
    const mine = async (name: string) => (await world.ok<{ data: IssuedStatement[] }>(world.call(name, 'GET', 'issued-statements'))).data;
    const [waiting] = await mine('sam');
    expect(await world.refused(post('sam', `issued-statements/${waiting?.id}/confirm`))).toEqual([409, 'not_ready']);
    // One job each for August, September and October.
    expect(await write()).toBe(3);
    const [statement] = await mine('sam');
    expect([statement?.month, statement?.state, statement?.file_name]).toEqual([
      '2026-10',
      'written',
      'commission-statement-sam-seller-2026-10-01-to-2026-10-31.pdf',
    ]);
    const file = await world.call('sam', 'GET', `issued-statements/${statement?.id}/file`);
    expect([file.statusCode, file.headers['content-type'], file.body.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await world.call('kim', 'GET', `issued-statements/${statement?.id}/file`)).statusCode).toBe(404);
    expect((await post('fay', `issued-statements/${statement?.id}/confirm`)).statusCode).toBe(404);
    await world.ok(post('sam', `issued-statements/${statement?.id}/confirm`));
    expect(await world.refused(post('sam', `issued-statements/${statement?.id}/confirm`))).toEqual([409, 'statement_confirmed']);
    expect((await review()).statements.map(({ user_name, confirmed_at }) => [user_name, confirmed_at !== null])).toEqual([
      ['Kim Keller', false],
      ['Sam Seller', true],
    ]);
    const notices = await world.query
      .selectFrom('notifications')
      .select(['user_id', 'link'])
      .where('title', '=', 'Statement of October 2026')
      .execute();
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([world.ids.sam, world.ids.kim].sort());
    // The page for confirming it (decisions 5.02).
    const statementLink = '/commissions?period=month&start=2026-10-01&end=2026-10-31&open=statement';
    expect(notices.map(({ link }) => link)).toEqual([statementLink, statementLink]);
    const changes = await world.ok<{ since: string | null }>(
      world.call('sam', 'GET', `commissions/changes?start_date=2026-10-01&end_date=2026-10-31`),
    );
    expect(changes.since).toBe('2026-11-21');
  });

  it('lists unconfirmed statements for payers and team managers, and reminds each person once a day', async () => {
    const list = async (name: string) =>
      (await world.ok<{ data: UnconfirmedPerson[] }>(world.call(name, 'GET', 'statement-reminders'))).data;
    const summarize = (people: UnconfirmedPerson[]) =>
      people.map(({ user_name, months, reminded_on, can_remind }) => [user_name, months, reminded_on, can_remind]);
    const sam = ['Sam Seller', ['2026-08', '2026-09'], null, true];
    const kim = ['Kim Keller', ['2026-10'], null, true];
    for (const name of ['fay', 'ada', 'vic']) expect(summarize(await list(name)), name).toEqual([kim, sam]);
    expect(await list('mia')).toEqual([]);
    await world.query
      .updateTable('users')
      .set({ manager_id: world.ids.mia })
      .where('id', '=', world.ids.kim as number)
      .execute();
    expect(summarize(await list('mia'))).toEqual([kim]);
    for (const name of ['sam', 'eve']) {
      expect((await world.call(name, 'GET', 'statement-reminders')).statusCode, name).toBe(403);
      expect((await post(name, 'statement-reminders')).statusCode, name).toBe(403);
    }
    const remind = async (name: string) => {
      const { data, reminded } = await world.ok<RemindedList>(post(name, 'statement-reminders'));
      return [summarize(data), reminded];
    };
    const remindedKim = ['Kim Keller', ['2026-10'], '2026-11-21', false];
    expect(await remind('mia')).toEqual([[remindedKim], 1]);
    const everyone = [remindedKim, ['Sam Seller', ['2026-08', '2026-09'], '2026-11-21', false]];
    expect(await remind('fay')).toEqual([everyone, 1]);
    expect(await remind('fay')).toEqual([everyone, 0]);
    // A statement written after the day's reminder is first reminded of on the next day, even if the earlier one is confirmed.
    const isSams = sql<boolean>`user_id = ${world.ids.sam} and run_id is null`;
    const setConfirmed = (day: string | null) =>
      sql`update issued_statements set confirmed_at = ${day}::date where ${isSams} and month = '2026-08-01'`.execute(world.query);
    const setReminderDay = (day: string | null) =>
      sql`update issued_statements set reminded_on = ${day}::date where ${isSams} and month = '2026-09-01'`.execute(world.query);
    await setConfirmed('2026-11-21');
    await setReminderDay(null);
    expect(await remind('fay')).toEqual([[remindedKim, ['Sam Seller', ['2026-09'], '2026-11-21', false]], 0]);
    await setConfirmed(null);
    await setReminderDay('2026-11-21');
    const notices = await world.query
      .selectFrom('notifications')
      .select(['user_id', 'message', 'link'])
      .where('title', '=', 'Please confirm your statements')
      .orderBy('id')
      .execute();
    const text = (months: string) =>
      `Your commission statement of ${months} is not confirmed yet. Look at it, and confirm it or ask about an amount.`;
    expect(notices.map(({ user_id, message }) => [user_id, message])).toEqual([
      [world.ids.kim, text('October 2026')],
      [world.ids.sam, text('August 2026, September 2026')],
    ]);
    const audited = await world.query
      .selectFrom('audit_log')
      .select(['actor_id', 'after'])
      .where('action', '=', 'statement.reminded')
      .execute();
    expect(audited.map(({ actor_id, after }) => [actor_id, after])).toEqual([
      [world.ids.mia, { people: ['Kim Keller'] }],
      [world.ids.fay, { people: ['Sam Seller'] }],
    ]);
    await world.setClock('2026-11-22T18:00:00Z');
    expect(summarize(await list('mia'))).toEqual([['Kim Keller', ['2026-10'], '2026-11-21', true]]);
    await world.setClock('2026-11-21T18:00:00Z');
  });

  it('reviews and signs a reopened month again, and replaces its statements', async () => {
    await world.ok(post('ada', 'periods/2026-10/reopen', { reason: 'An invoice was late' }));
    const [old] = (await world.ok<{ data: IssuedStatement[] }>(world.call('kim', 'GET', 'issued-statements'))).data;
    expect(old?.state).toBe('outdated');
    expect((await world.call('kim', 'GET', `issued-statements/${old?.id}/file`)).statusCode).toBe(200);
    expect(await world.refused(post('kim', `issued-statements/${old?.id}/confirm`))).toEqual([409, 'statement_outdated']);
    await world.ok(post('fay', 'periods/2026-10/review'));
    expect((await review()).signatures).toEqual([]);
    for (const name of ['fay', 'ada']) await world.ok(sign(name));
    await world.ok(post('ada', 'periods/2026-10/close'));
    expect((await review()).statements.map(({ state, confirmed_at }) => [state, confirmed_at])).toEqual([
      ['waiting', null],
      ['waiting', null],
    ]);
  });
});
