import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Approval, ApprovalDetail, ApprovalResult } from '../../../contract/entities/approval.ts';
import type { ImportDetail } from '../../../contract/entities/import.ts';
import type { OwnPayProblem } from '../../../server/domain/facts/ownPay.ts';
import { measureUndo } from '../../../server/domain/imports/ownUndo.ts';
import { createImportCompany, type ImportCompany } from '../support/worlds/imports.ts';

let world: ImportCompany;
let fay: number;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  world = await createImportCompany();
  world.server.clock.set('2026-11-20T18:00:00Z');
  const users = world.server.db.query.selectFrom('users').select('id').where('email', '=', 'fay@example.test');
  fay = (await users.executeTakeFirstOrThrow()).id;
  // The importer was a salesperson until the middle of the month.
  const past = { user_id: fay, until_day: '2026-11-15', role: 'salesperson', active: true } as const;
  await world.server.db.query.insertInto('user_past').values(past).execute();
});
beforeEach(async () => {
  for (const name of ['vic', 'ada']) tokens[name] = (await world.server.signIn(`${name}@example.test`)).access_token;
  await world.server.db.query.deleteFrom('proposals').execute();
});
afterAll(() => world.server.close());

const as = async (name: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  world.server.call(method, `/api/v1/${path}`, { token: tokens[name], ...(body ? { body } : {}) });
const waiting = async (): Promise<Approval[]> => (await as('vic', 'GET', 'approvals?group=own_pay')).json().data;
/** Reason, fields and values of the change, and the number of hidden fields, as an approver reads them. */
const seenBy = async (name: string, approval: Approval | undefined): Promise<unknown> => {
  const { reason, changes, hidden }: ApprovalDetail = (await as(name, 'GET', `approvals/${approval?.id}`)).json();
  return [reason, changes?.map(({ field, after }) => [field, after]), hidden];
};
const decide = async ({ id, version }: Approval, decision = 'approve'): Promise<ApprovalResult> => {
  const [result] = (await as('vic', 'POST', 'approvals/decide', { decision, items: [{ id, version }], note: 'Looked at it' })).json().data;
  await world.drain();
  return result;
};
const detail = async (id: string): Promise<ImportDetail> => world.ask('GET', `/${id}`);
const amountOf = async (number: string, user: number): Promise<number | null> => {
  const row = await world.server.db.query
    .selectFrom('commission_records')
    .select(['amount_cents', 'released_cents'])
    .where('invoice_number', '=', number)
    .where('user_id', '=', user)
    .executeTakeFirst();
  return row?.amount_cents ?? null;
};
/** Deactivates or reactivates all approvers. */
const approvers = (active: boolean) =>
  world.server.db.query.updateTable('users').set({ active }).where('role', 'in', ['admin', 'vp_sales']).execute();
const lastRaise = async () =>
  (
    await world.server.db.query
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'own_pay.raised')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).after;
const HEADER = 'Number,Customer,Date,Total,Sales Rep';

describe('decisions 3.06: import rows that pay the importer', () => {
  it('wait in Approvals as one, while the rest of the file is imported', async () => {
    const rows = [
      'O-1,Acme,2026-11-09,8000,fay@example.test',
      'O-2,Acme,2026-11-09,100,sam@example.test',
      'O-3,Acme,2026-11-10,2000,fay@example.test',
    ];
    const done = await world.run('invoices', [HEADER, ...rows].join('\n'));
    expect([done.state, done.counts.new, done.counts.quarantined]).toEqual(['completed', 1, 2]);
    expect([await amountOf('O-1', fay), await amountOf('O-2', world.ids.sam)]).toEqual([null, 5_00]);
    const [seen, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(seen).toMatchObject({ user_name: 'Fay Finance', before: 0, after: 500 });
    // Vic may not read imports (decisions 3.04, 3.08).
    expect(await seenBy('vic', seen)).toEqual(['A file was imported', [['Rows', '2']], 1]);
    expect(await seenBy('ada', seen)).toEqual([
      'file.csv was imported',
      [
        ['File', 'file.csv'],
        ['Rows', '2'],
      ],
      0,
    ]);
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect([await amountOf('O-1', fay), await amountOf('O-3', fay)]).toEqual([400_00, 100_00]);
    expect((await detail(done.id)).counts).toMatchObject({ new: 3, quarantined: 0 });
    expect(await world.quarantine(done.id)).toEqual([]);
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'refused' });
    await world.isSettled();
    const undone = await world.step(done.id, 'undo');
    expect([undone.state, await amountOf('O-1', fay)]).toEqual(['undone', null]);
  });

  it('stay quarantined after a rejection, and are one proposal again on retry', async () => {
    const done = await world.run('invoices', `${HEADER}\nR-1,Acme,2026-11-09,8000,fay@example.test`);
    const [seen] = await waiting();
    expect(await decide(seen as Approval, 'reject')).toMatchObject({ outcome: 'decided' });
    expect([await amountOf('R-1', fay), (await world.quarantine(done.id)).length, await waiting()]).toEqual([null, 1, []]);
    await world.ask('POST', `/${done.id}/quarantine/retry`, {});
    await world.drain();
    expect((await waiting()).map(({ after }) => after)).toEqual([400]);
    await world.ask('POST', `/${done.id}/quarantine/drop`, {});
    const [repeated] = await waiting();
    expect(await decide(repeated as Approval)).toMatchObject({ outcome: 'refused', code: 'proposal_stale' });
  });

  it('wait if they pay what the importer sold, leads or shares', async () => {
    const sold = await world.facts.addInvoice({ salesperson_id: fay, booking_date: '2026-11-09', net_cents: 100_00 });
    const led = await world.facts.addInvoice({
      salesperson_id: world.ids.sam,
      sales_lead_id: fay,
      booking_date: '2026-11-09',
      net_cents: 200_00,
    });
    const others = await world.facts.addInvoice({ salesperson_id: world.ids.sam, booking_date: '2026-11-09', net_cents: 300_00 });
    const numbers = new Map(
      (await world.server.db.query.selectFrom('invoices').select(['id', 'invoice_number']).execute()).map((row) => [
        row.id,
        row.invoice_number,
      ]),
    );
    const line = (id: number, amount: number, check: number) => `2026-11-10,${check},${numbers.get(id)},${amount},`;
    const file = ['Payment Date,Check Number,Invoice,Amount,Customer', line(sold, 100, 771), line(led, 200, 772), line(others, 300, 773)];
    const done = await world.run('receipts', file.join('\n'));
    expect(done.counts).toMatchObject({ new: 1, quarantined: 2 });
    const [seen] = await waiting();
    expect(seen).toMatchObject({ before: 0, after: 5 });
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await world.facts.recordOf(sold)).toMatchObject({ released_cents: 5_00 });
    await world.isSettled();
  });

  it('wait if a team sale pays the importer, and need no approval if it lowers their pay', async () => {
    await world.save({ plans: [{ id: 'default', team_override: { role: 'finance', rate: 0.01 } }] });
    await world.server.db.query.updateTable('users').set({ manager_id: fay }).where('id', '=', world.ids.kim).execute();
    await world.drain();
    const done = await world.run(
      'invoices',
      `${HEADER}\nT-1,Acme,2026-11-18,1000,kim@example.test\nT-2,Acme,2026-11-18,1000,sam@example.test`,
    );
    expect(done.counts).toMatchObject({ new: 1, quarantined: 1 });
    const [seen] = await waiting();
    expect(seen).toMatchObject({ before: 0, after: 10 });
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect(await amountOf('T-1', fay)).toBe(10_00);
    const less = await world.run('invoices', `${HEADER}\nT-1,Acme,2026-11-18,500,kim@example.test`);
    expect(less.counts).toMatchObject({ changed: 1, quarantined: 0 });
    expect([await waiting(), await amountOf('T-1', fay)]).toEqual([[], 5_00]);
  });

  it('wait if undoing them raises the importer’s pay', async () => {
    const file = (who: string) => `${HEADER}\nU-1,Acme,2026-11-08,3000,${who}@example.test\nU-2,Acme,2026-11-08,100,sam@example.test`;
    await world.run('invoices', file('fay'));
    const [first] = await waiting();
    await decide(first as Approval);
    expect(await amountOf('U-1', fay)).toBe(150_00);
    // Another file assigns it to someone else: the importer earns less.
    const lost = await world.run('invoices', file('sam'));
    expect([lost.counts.changed, await amountOf('U-1', fay)]).toEqual([1, null]);
    const answer = await world.call('POST', `/${lost.id}/undo`, {});
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([202, 'waiting_for_approval']);
    await world.drain();
    expect([(await detail(lost.id)).state, await amountOf('U-1', fay)]).toEqual(['completed', null]);
    const [seen] = await waiting();
    expect(seen).toMatchObject({ user_name: 'Fay Finance', amount: 150 });
    // Vic may not read imports (decisions 3.04, 3.08).
    expect(await seenBy('vic', seen)).toEqual(['The import of a file was undone', [['Rows', '1']], 1]);
    expect(await seenBy('ada', seen)).toEqual([
      'The import of file.csv was undone',
      [
        ['File', 'file.csv'],
        ['Rows', '1'],
      ],
      0,
    ]);
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'decided' });
    expect([(await detail(lost.id)).state, await amountOf('U-1', fay), await waiting()]).toEqual(['undone', 150_00, []]);
    await world.isSettled();
  });

  it('are undone and flagged if no one else may approve', async () => {
    await world.run('invoices', `${HEADER}\nV-1,Acme,2026-11-07,3000,fay@example.test`);
    const [first] = await waiting();
    await decide(first as Approval);
    const other = await world.run('invoices', `${HEADER}\nV-1,Acme,2026-11-07,3000,sam@example.test`);
    await approvers(false);
    const undone = await world.step(other.id, 'undo');
    await approvers(true);
    expect([undone.state, await amountOf('V-1', fay)]).toEqual(['undone', 150_00]);
    expect(await lastRaise()).toMatchObject({ self_approved: true });
  });

  it('are measured as a whole before the undo, or stay', async () => {
    const file = (who: string) => `${HEADER}\nW-1,Acme,2026-11-06,2000,${who}@example.test\nW-2,Acme,2026-11-06,2000,${who}@example.test`;
    await world.run('invoices', file('fay'));
    const [first] = await waiting();
    await decide(first as Approval);
    const lost = await world.run('invoices', file('sam'));
    const { store } = world.facts;
    const run = (await store.importRuns.byId(Number(lost.id)))!;
    const actor = { id: String(fay), role: 'finance' };
    const author = { principal: { userId: fay, actor } as never, origin: { network: '', requestId: '', device: '' } };
    const measured = (max?: number) =>
      measureUndo({ store, clock: world.server.clock }, author, run, max).then(
        () => null,
        (error: OwnPayProblem) => error.gain ?? [error.status, error.code],
      );
    expect(await measured(1)).toEqual([409, 'undo_refused']);
    expect(await measured(2)).toEqual(await measured());
    expect(await measured()).toMatchObject({ after: expect.any(Number) });
    await world.server.db.query.updateTable('invoices').set({ version: sql`version + 1` }).where('invoice_number', '=', 'W-1').execute();
    expect(await measured()).toEqual([409, 'undo_refused']);
    await world.server.db.query.updateTable('invoices').set({ version: sql`version - 1` }).where('invoice_number', '=', 'W-1').execute();
    expect((await world.call('POST', `/${lost.id}/undo`, {})).statusCode).toBe(202);
    const [seen] = await waiting();
    expect(await decide(seen as Approval)).toMatchObject({ outcome: 'decided' });
    await world.isSettled();
  });

  it('are imported and flagged if no one else may approve', async () => {
    await approvers(false);
    const done = await world.run('invoices', `${HEADER}\nS-1,Acme,2026-11-09,1000,fay@example.test`);
    await approvers(true);
    expect(done.counts).toMatchObject({ new: 1, quarantined: 0 });
    // Includes their team's later sale, which is now higher in the quota.
    expect(await lastRaise()).toMatchObject({ amount_cents: 55_00, self_approved: true });
  });
});
