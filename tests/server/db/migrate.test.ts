import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../server/db/migrate.ts';
import { up as commissionable } from '../../../server/db/migrations/009_commissionable.ts';
import { up as past } from '../../../server/db/migrations/012_past.ts';
import { up as dealMoves } from '../../../server/db/migrations/057_deal_moves.ts';
import { up as joinedOn } from '../../../server/db/migrations/059_joined_on.ts';
import { up as mergedDeals } from '../../../server/db/migrations/062_merged_deals.ts';
import { up as datedPeople } from '../../../server/db/migrations/071_dated_people.ts';
import { up as employedAgain } from '../../../server/db/migrations/101_employed_again.ts';
import { up as sourceKinds } from '../../../server/db/migrations/115_source_kinds.ts';
import { up as viewPerson } from '../../../server/db/migrations/381_view_person.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { addRecord } from '../support/records.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

/** Each file is registered in migrate.ts once, under its own name. */
const migrations = readdirSync(new URL('../../../server/db/migrations', import.meta.url))
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

const empty = async (): Promise<void> => db.script('drop schema public cascade; drop schema if exists lens cascade; create schema public');

describe('migrations', () => {
  test('are not applied twice', async () => {
    expect(await migrate(db)).toEqual({ applied: [] });
  });

  test('run once when instances start together', async () => {
    await empty();
    const instances = testDatabaseKind() === 'postgres' ? [db, await openDatabase(db.place), await openDatabase(db.place)] : [db, db, db];
    const results = await Promise.all(instances.map(migrate));
    expect(results.flatMap(({ applied }) => applied).sort()).toEqual(migrations);
    const { rows } = await sql`select name from schema_migrations`.execute(db.query);
    expect(rows).toEqual(migrations.map((name) => ({ name })));
    await Promise.all(instances.map((instance) => (instance === db ? undefined : instance.close())));
  });

  test('leave nothing after a failure, and run at the next start', async () => {
    await empty();
    await db.script('create table users (in_the_way int)');
    await expect(migrate(db)).rejects.toMatchObject({ code: '42P07' });
    const { rows } = await sql`select to_regclass('general_settings') as made`.execute(db.query);
    expect(rows).toEqual([{ made: null }]);
    await db.script('drop table users');
    expect(await migrate(db)).toEqual({ applied: migrations });
  });

  test('decisions 2.06: compute quota progress for older records and their totals', async () => {
    await empty();
    await migrate(db);
    const names = { email: 'sam@example.test', first_name: 'Sam', last_name: 'Seller', role: 'salesperson' as const };
    const unset = { territory: null, manager_id: null, password_hash: null, temporary_password_expires_at: null };
    const json = { table_column_orders: '{}', table_column_widths: '{}', dashboard_settings: '{}', notification_settings: '{}' };
    const { id: user_id } = await db.query
      .insertInto('users')
      .values({ ...names, ...unset, ...json })
      .returning('id')
      .executeTakeFirstOrThrow();
    const free = { net_cents: 7_00, amount_cents: 0, parts: JSON.stringify([{ net: 7_00, rate: 0 }]) };
    for (const record of [
      { net_cents: 100_00, reason: 'released' },
      { net_cents: 200_00, reason: 'excluded' },
      { net_cents: 400_00, credit: 'override' as const },
      { ...free, reason: 'nothing_earned' },
      { ...free, adjustments_cents: 5_00, reason: 'released' },
      { ...free, paid_cents: 5_00, reason: 'recomputed' },
    ])
      await addRecord(db, { user_id, booking_date: '2026-11-03', ...record });
    await db.script('drop schema lens cascade');
    for (const table of ['commission_months', 'company_sums'])
      await db.script(`alter table ${table} drop column commissionable_cents; alter table ${table} drop column override_cents`);
    await db.script('alter table commission_records drop column commissionable_cents');
    await db.script(commissionable);
    const { rows } = await sql`select commissionable_cents from commission_records order by id`.execute(db.query);
    expect(rows.map((row) => Object.values(row as object)[0])).toEqual([100_00, 0, 0, 7_00, 0, 0]);
    for (const table of ['commission_months', "company_sums where span = 'day'", "company_sums where span = 'month'"]) {
      const sums = sql`select net_cents, commissionable_cents, override_cents, records from ${sql.raw(table)}`;
      expect((await sums.execute(db.query)).rows).toEqual([
        { net_cents: 721_00, commissionable_cents: 107_00, override_cents: 400_00, records: 6 },
      ]);
    }
  });

  test('decisions 2.11: restore the staff of months closed earlier from the audit log', async () => {
    await empty();
    await migrate(db);
    await db.script(`drop schema lens cascade; drop view people_over_time; drop table user_past, pay_period_people, payout_adjustments; drop index adjustments_alone;
      alter table commission_months drop column released_cents; alter table company_sums drop column released_cents;
      insert into users (email, first_name, last_name, role, active, left_on, created_at) values
        ('sam@example.test', 'Sam', 'Seller', 'sales_manager', true, null, '2026-01-05Z'),
        ('kim@example.test', 'Kim', 'Seller', 'salesperson', false, '2026-11-03', '2026-01-05Z'),
        ('new@example.test', 'New', 'Comer', 'salesperson', true, null, '2026-11-20Z');
      insert into audit_log (at, action, entity, entity_id, before, after) values
        ('2026-11-02T03:00:00Z', 'user.updated', 'user', '1', '{"role":"salesperson"}', '{"role":"finance"}'),
        ('2026-11-05T20:00:00Z', 'user.updated', 'user', '1', '{"role":"finance"}', '{"role":"sales_manager"}');
      insert into pay_periods (start_date, end_date, state) values
        ('2026-09-01', '2026-09-30', 'closed'), ('2026-10-01', '2026-10-31', 'closed');
      insert into pay_period_snapshots (period_id, taken_at, config_version, content, hash)
        select id, '2026-11-08Z', 1, '{}', '' from pay_periods order by id`);
    await db.script(past);
    const pasts = await sql`select user_id, until_day, role, active from user_past order by 1, 2`.execute(db.query);
    expect(pasts.rows.map((row) => Object.values(row as object))).toEqual([
      // At 20:00 on November 1 in Phoenix, and on the 5th.
      [1, '2026-11-01', 'salesperson', true],
      [1, '2026-11-05', 'finance', true],
      [2, '2026-11-03', 'salesperson', true],
    ]);
    const stored = await sql`select snapshot_id, user_id, from_day, to_day, role, active from pay_period_people order by 1, 2, 3`.execute(
      db.query,
    );
    expect(stored.rows.map((row) => Object.values(row as object))).toEqual([
      [1, 1, '1900-01-01', '2026-09-30', 'salesperson', true],
      [1, 2, '1900-01-01', '2026-09-30', 'salesperson', true],
      [2, 1, '2026-10-01', '2026-10-31', 'salesperson', true],
      [2, 2, '2026-10-01', '2026-10-31', 'salesperson', true],
    ]);
  });

  test('decisions 2.17: restore the stage history of older deals as far as known', async () => {
    await empty();
    await migrate(db);
    await db.script(`drop table deal_moves;
      insert into users (email, first_name, last_name, role) values ('sam@example.test', 'Sam', 'Seller', 'salesperson');
      insert into connections (kind, name) values ('hubspot', 'CRM');
      insert into crm_stages (connection_id, external_id, pipeline, name, position, probability) values (1, 's2', 'p', 'Demo', 2, 0.4);
      insert into deals (name, customer_name, stage, state, probability, closed_on, created_at, stage_entered_at, connection_id) values
        ('By hand', 'Mesa', 'Proposal', 'won', 1, '2026-11-20', '2026-11-02T10:00Z', '2026-11-10T10:00Z', null),
        ('Never moved', 'Mesa', 'Qualified', 'open', 0.25, null, '2026-11-03T10:00Z', '2026-11-03T10:00Z', null),
        ('Untold', 'Mesa', 'Verbal', 'open', 0.9, null, '2026-11-03T10:00Z', '2026-11-14T10:00Z', null),
        ('Untold and lost', 'Mesa', 'Verbal', 'lost', 0, '2026-11-15', '2026-11-03T10:00Z', '2026-11-14T10:00Z', null),
        ('Of the CRM', 'Mesa', 'Closed lost', 'lost', 0, '2026-11-18', '2026-11-01T10:00Z', '2026-11-18T10:00Z', 1);
      insert into audit_log (at, actor_id, action, entity, entity_id, before, after) values
        ('2026-11-02T10:00Z', 1, 'deal.created', 'deal', '1', null, '{"stage":"Prospecting","state":"open"}'),
        ('2026-11-10T10:00Z', 1, 'deal.moved', 'deal', '1', '{"stage":"Prospecting","state":"open"}', '{"stage":"Proposal","state":"open"}'),
        ('2026-11-11T10:00Z', 1, 'deal.annotated', 'deal', '1', '{"stage":"Proposal","state":"open"}', '{"stage":"Proposal","state":"open"}'),
        ('2026-11-20T10:00Z', 1, 'deal.won', 'deal', '1', '{"stage":"Proposal","state":"open"}', '{"stage":"Proposal","state":"won"}'),
        ('2026-11-18T11:00Z', 1, 'deal.lost', 'deal', '5', '{"stage":"Demo","state":"open"}', '{"stage":"Closed lost","state":"lost"}'),
        ('2026-11-18T11:00Z', 1, 'deal.lost', 'deal', '99', '{"stage":"Demo","state":"open"}', '{"stage":"Demo","state":"lost"}'),
        ('2026-11-18T11:00Z', 1, 'note.gone', 'note', '1', null, '{"stage":"Demo","state":"lost"}');
    `);
    await db.script(dealMoves);
    const { rows } = await sql`select deal_id, stage, state, probability, moved_at, moved_by from deal_moves order by id`.execute(db.query);
    expect(rows.map((row) => Object.values(row as object))).toEqual([
      [1, 'Prospecting', 'open', null, '2026-11-02T10:00:00.000Z', 1],
      [1, 'Proposal', 'open', null, '2026-11-10T10:00:00.000Z', 1],
      [1, 'Proposal', 'won', null, '2026-11-20T10:00:00.000Z', 1],
      [2, 'Qualified', 'open', '0.2500', '2026-11-03T10:00:00.000Z', null],
      [3, null, 'open', null, '2026-11-03T10:00:00.000Z', null],
      [3, 'Verbal', 'open', '0.9000', '2026-11-14T10:00:00.000Z', null],
      [4, null, 'open', null, '2026-11-03T10:00:00.000Z', null],
      [4, 'Verbal', 'lost', null, '2026-11-15T12:00:00.000Z', null],
      [5, 'Demo', 'open', '0.4000', '2026-11-01T10:00:00.000Z', null],
      [5, 'Closed lost', 'lost', null, '2026-11-18T11:00:00.000Z', null],
    ]);
  });

  test('decisions 7.02: name connection and number of quarantined records, and a new kind needs no migration', async () => {
    await empty();
    await migrate(db);
    await db.script(`
      alter table connections add constraint connections_kind_check check (kind in ('quickbooks'));
      alter table invoices add constraint invoices_source_check check (source in ('local','quickbooks','file'));
      insert into connections (kind, name) values ('quickbooks', 'Acme Books');
      insert into sync_runs (connection_id, kind, title) values (1, 'sync', 'Sync');
      insert into quarantine (run_id, connection_id, kind, external_id, code, facts, payload) values
        (1, 1, 'vanished', 'vanished:Invoice', 'invoicesVanished', '{"missing": 4, "known": 8}', '{"kind": "vanished"}'),
        (1, 1, 'invoice', '17', 'numberTaken', '{"number": "1017"}', '{"kind": "invoice"}');
    `);
    await db.script(sourceKinds);
    const { rows } = await sql`select facts, payload from quarantine order by id`.execute(db.query);
    expect(rows).toEqual([
      { facts: { missing: 4, known: 8, name: 'Acme Books' }, payload: { kind: 'vanished' } },
      { facts: { number: '1017' }, payload: { kind: 'invoice', fallback_number: 'QBO-17' } },
    ]);
    await db.script(`insert into connections (kind, name) values ('stripe', 'Acme Stripe')`);
  });

  test('decisions 2.22: give open days today’s facts, keep those of closed days, and start employment with the first sale', async () => {
    await empty();
    await db.script(`create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('071_dated_people'), ('072_people_over_time'), ('101_employed_again')`);
    await migrate(db);
    await db.script(`
      insert into users (email, first_name, last_name, role, territory, joined_on, active, left_on) values
        ('ada@example.test', 'Ada', 'Admin', 'admin', null, '2026-01-05', true, null),
        ('ann@example.test', 'Ann', 'Promoted', 'sales_manager', 'West', '2026-11-20', true, null),
        ('bea@example.test', 'Bea', 'Gone', 'salesperson', null, '2026-02-01', false, '2026-10-31');
      insert into user_past (user_id, until_day, role, active) values
        (2, '2026-10-10', 'salesperson', true), (3, '2026-10-31', 'salesperson', true);
      insert into pay_periods (id, start_date, end_date, state) overriding system value values (1, '2026-09-01', '2026-09-30', 'closed');
      insert into pay_period_snapshots (id, period_id, taken_at, config_version, content, hash) overriding system value values
        (1, 1, '2026-10-01Z', 1, '{}', '');
      insert into pay_period_people (snapshot_id, user_id, from_day, to_day, role, active, joined) values
        (1, 2, '1900-01-01', '2026-09-30', 'salesperson', true, '2026-11-20')`);
    await addRecord(db, { user_id: 2, booking_date: '2026-08-03' });
    await db.script(datedPeople);
    const rowsOf = async (query: string) => (await sql.raw(query).execute(db.query)).rows.map((row) => Object.values(row as object));
    expect(await rowsOf(`select from_day, to_day, role, territory from people_over_time where user_id = 2 order by from_day`)).toEqual([
      ['1900-01-01', '2026-09-30', 'salesperson', 'West'],
      ['2026-10-01', '2026-10-09', 'sales_manager', 'West'],
      ['2026-10-10', '2999-12-31', 'sales_manager', 'West'],
    ]);
    expect(await rowsOf('select id, joined_on, left_on from users where id > 1 order by id')).toEqual([
      [2, '2026-08-03', null],
      [3, '2026-02-01', '2026-10-30'],
    ]);
    expect(await rowsOf('select started, ended, territory from pay_period_people')).toEqual([['2026-08-03', null, 'West']]);
    expect(await rowsOf('select user_id, day from marks')).toEqual([[2, '2026-08-03']]);
  });

  test('decisions 2.22: give past days the known employment, in the lens too', async () => {
    await empty();
    await db.script(`create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('101_employed_again')`);
    await migrate(db);
    await db.script(`
      update past_kept set since = '2026-01-01Z';
      insert into users (email, first_name, last_name, role, joined_on, left_on, recorded_at) values
        ('ann@example.test', 'Ann', 'Gone', 'salesperson', '2026-02-01', '2026-10-31', '2026-02-01Z');
      insert into user_past (user_id, until_day, role, active, recorded_at) values (1, '2026-05-01', 'finance', true, '2026-05-01Z');
      update user_past set role = 'salesperson'`);
    await db.script(employedAgain);
    const employment = async (schema: string, at: string) =>
      db.query.transaction().execute(async (trx) => {
        await sql`select set_config('lens.at', ${at}, true)`.execute(trx);
        const view = sql.raw(`select from_day, role, joined, ended from ${schema}people_over_time order by from_day`);
        return (await view.execute(trx)).rows.map((row) => Object.values(row as object));
      });
    const known = (role: string) => [
      ['1900-01-01', role, '2026-02-01', '2026-10-31'],
      ['2026-05-01', 'salesperson', '2026-02-01', '2026-10-31'],
    ];
    expect(await employment('', '2026-06-01Z')).toEqual(known('salesperson'));
    expect(await employment('lens.', '2026-06-01Z')).toEqual(known('finance'));
  });

  test('decisions 2.01: date earlier joins in the company’s zone, and the lens shows what was known until then', async () => {
    await empty();
    await db.script(`create table schema_migrations (name text primary key, applied_at timestamptz not null default now());
      insert into schema_migrations (name) values ('059_joined_on'), ('071_dated_people'), ('072_people_over_time'),
        ('101_employed_again')`);
    await migrate(db);
    await db.script(`
      update past_kept set since = '2026-01-01Z';
      insert into config_versions (config) values ('{"timezone":"America/New_York"}');
      insert into users (email, first_name, last_name, role, active, created_at, recorded_at) values
        ('ada@example.test', 'Ada', 'Admin', 'admin', true, '2026-01-05T12:00Z', '2026-01-05T12:00Z'),
        ('ann@example.test', 'Ann', 'Evening', 'salesperson', true, '2026-04-01T02:00Z', '2026-04-01T02:00Z'),
        ('bea@example.test', 'Bea', 'Morning', 'salesperson', true, '2026-04-01T08:00Z', '2026-04-01T08:00Z'),
        ('cal@example.test', 'Cal', 'Night', 'salesperson', true, '2026-04-15T02:00Z', '2026-04-15T02:00Z');
      update users set last_name = 'Dawn' where first_name = 'Bea'`);
    for (const user_id of [2, 3, 4]) await addRecord(db, { user_id, booking_date: '2026-05-04' });
    await db.script(joinedOn);
    const rowsOf = async (query: string) => (await sql.raw(query).execute(db.query)).rows.map((row) => Object.values(row as object));
    const joined = (schema: string) => `select user_id, joined from ${schema}people_over_time where user_id > 1 order by user_id`;
    const company = [
      [2, '2026-03-31'],
      [3, '2026-04-01'],
      [4, '2026-04-14'],
    ];
    expect(await rowsOf('select id, joined_on from users where id > 1 order by id')).toEqual(company);
    expect(await rowsOf(joined(''))).toEqual(company);
    expect(await rowsOf(`select role, month, people from company_people order by month, role`)).toEqual([
      ['admin', '2026-01-01', 1],
      ['salesperson', '2026-03-01', 1],
      ['salesperson', '2026-04-01', 2],
    ]);
    const known = await db.query.transaction().execute(async (trx) => {
      await sql`select set_config('lens.at', '2026-05-05T00:00Z', true)`.execute(trx);
      return (await sql.raw(joined('lens.')).execute(trx)).rows.map((row) => Object.values(row as object));
    });
    expect(known).toEqual([
      [2, '2026-04-01'],
      [3, '2026-04-01'],
      [4, '2026-04-15'],
    ]);
    // For people who joined in another month, open months are recomputed without an author.
    expect(await rowsOf('select m.user_id, m.day, r.network, r.quiet from marks m join recompute_runs r on r.id = m.run_id')).toEqual([
      [2, '2026-05-04', 'server', true],
    ]);
  });

  test('decisions 2.06: mark deals merged earlier as merged', async () => {
    await empty();
    await migrate(db);
    await db.script(`alter table deals drop constraint deals_external_state_check,
        add constraint deals_external_state_check check (external_state in ('deleted','voided'));
      insert into deals (name, customer_name, stage, state, lost_reason, external_state) values
        ('Merged', 'Mesa', 'Closed lost', 'lost', 'Merged into another deal in HubSpot', 'deleted'),
        ('Deleted', 'Mesa', 'Closed lost', 'lost', 'Deleted in HubSpot', 'deleted'),
        ('By hand', 'Mesa', 'Closed lost', 'lost', 'Merged into another deal in HubSpot', null)`);
    await db.script(mergedDeals);
    const { rows } = await sql`select name, external_state from deals order by id`.execute(db.query);
    expect(rows).toEqual([
      { name: 'Merged', external_state: 'merged' },
      { name: 'Deleted', external_state: 'deleted' },
      { name: 'By hand', external_state: null },
    ]);
  });

  test('name the owner in saved views of Deals as `person`', async () => {
    await empty();
    await migrate(db);
    await db.script(`insert into views (screen, name, question) values
        ('deals', 'Mine', '{"owner": "7", "stage": "Won"}'),
        ('deals', 'All', '{"stage": "Won"}'),
        ('events', 'Kept', '{"owner": "7"}')`);
    await db.script(viewPerson);
    const { rows } = await sql`select name, question from views order by id`.execute(db.query);
    expect(rows).toEqual([
      { name: 'Mine', question: { person: '7', stage: 'Won' } },
      { name: 'All', question: { stage: 'Won' } },
      { name: 'Kept', question: { owner: '7' } },
    ]);
  });
});
