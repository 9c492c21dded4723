import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Adjustment } from '../../contract/entities/adjustment.ts';
import { messages } from '../../contract/messages.ts';
import { addRecord } from './support/records.ts';
import { type Answer, type TestApp, testApp } from './support/testApp.ts';

const text = messages.adjustmentForm;
let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
let record: number;
let invoice: string;

beforeAll(async () => {
  server = await testApp();
  ids.mia = await server.add({ email: 'mia@example.test', role: 'sales_manager', first_name: 'Mia' });
  for (const [name, role] of [
    ['ada', 'admin'],
    ['vic', 'vp_sales'],
    ['fay', 'finance'],
    ['max', 'sales_manager'],
    ['eve', 'events_manager'],
  ] as const)
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name });
  ids.sam = await server.add({
    email: 'sam@example.test',
    role: 'salesperson',
    first_name: 'Sam',
    last_name: 'Seller',
    manager_id: ids.mia,
  });
  ids.kim = await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim' });
  for (const name of Object.keys(ids)) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
});
afterAll(() => server.close());

const invoiceOf = async (commission: number): Promise<string> =>
  String(
    (await server.db.query.selectFrom('commission_records').select('invoice_id').where('id', '=', commission).executeTakeFirstOrThrow())
      .invoice_id,
  );
beforeEach(async () => {
  record = await addRecord(server.db, { user_id: ids.sam!, booking_date: '2026-11-02' });
  invoice = await invoiceOf(record);
});

const body = (more: object = {}) => ({
  adjustment_amount: '25.00',
  adjustment_reason: 'Referral bonus',
  related_invoice_id: invoice,
  ...more,
});
const make = (name: string, more: object = {}, key?: string): Promise<Answer> =>
  server.call('POST', '/api/v1/adjustments', {
    token: tokens[name],
    body: body(more),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });
const made = async (name: string, more: object = {}): Promise<Adjustment> => {
  const answer = await make(name, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const edit = (name: string, { id, version }: Adjustment, more: object = {}) =>
  server.call('PUT', `/api/v1/adjustments/${id}`, { token: tokens[name], body: { ...body(more), version } });
const decide = (name: string, decision: string, { id, version }: Adjustment) =>
  server.call('POST', `/api/v1/adjustments/${id}/${decision}`, { token: tokens[name], body: { version } });
const remove = (name: string, { id, version }: Adjustment) =>
  server.call('DELETE', `/api/v1/adjustments/${id}?version=${version}`, { token: tokens[name] });
const list = async (name: string, query = ''): Promise<Adjustment[]> => {
  const answer = await server.call('GET', `/api/v1/adjustments?limit=500&${query}`, { token: tokens[name] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const worth = () =>
  server.db.query
    .selectFrom('commission_records')
    .select(['adjustments_cents', 'status'])
    .where('id', '=', record)
    .executeTakeFirstOrThrow();
const rowsOf = async (): Promise<number> =>
  (await server.db.query.selectFrom('adjustments').select('id').where('commission_id', '=', record).execute()).length;

describe('making one', () => {
  it('decisions 2: at or under the threshold it counts at once, and the record with it', async () => {
    const adjustment = await made('mia', { adjustment_amount: '500' });
    expect(adjustment).toMatchObject({
      commission_id: String(record),
      adjustment_amount: 500,
      state: 'approved',
      created_by: 'Mia Person',
      salesperson_name: 'Sam Seller',
      effective_date: '2026-11-21',
      version: 1,
      origin: 'manual',
    });
    expect(await worth()).toMatchObject({ adjustments_cents: 500_00 });
  });

  it('decisions 2: above it a second person is waited for, and the record stays as it is', async () => {
    const adjustment = await made('mia', { adjustment_amount: '-500.01' });
    expect(adjustment.state).toBe('pending');
    expect(await worth()).toMatchObject({ adjustments_cents: 0 });
    const waiting = await server.db.query
      .selectFrom('notifications')
      .selectAll()
      .where('dedupe_key', '=', `adjustment:${adjustment.id}:pending`)
      .execute();
    expect(waiting.map(({ user_id }) => user_id).sort()).toEqual([ids.ada, ids.vic].sort());
  });

  const refusals: readonly [string, object, Record<string, string>][] = [
    [
      'nothing',
      { adjustment_amount: '', adjustment_reason: ' ', related_invoice_id: '' },
      { adjustment_amount: text.amountRequired, adjustment_reason: text.reasonRequired, related_invoice_id: text.invoiceRequired },
    ],
    ['no amount', { adjustment_amount: undefined }, { adjustment_amount: text.amountRequired }],
    ['null', { adjustment_amount: null }, { adjustment_amount: text.amountRequired }],
    ['--5', { adjustment_amount: '--5' }, { adjustment_amount: text.amountInvalid }],
    ['1.005', { adjustment_amount: '1.005' }, { adjustment_amount: text.amountInvalid }],
    ['1.005 as a number', { adjustment_amount: 1.005 }, { adjustment_amount: text.amountInvalid }],
    ['1e400', { adjustment_amount: '1e400' }, { adjustment_amount: text.amountInvalid }],
    ['1e21', { adjustment_amount: 1e21 }, { adjustment_amount: text.amountInvalid }],
    ['a list', { adjustment_amount: [5] }, { adjustment_amount: text.amountInvalid }],
    ['too much', { adjustment_amount: '1000000001' }, { adjustment_amount: text.amountInvalid }],
    ['zero', { adjustment_amount: '0.00' }, { adjustment_amount: text.amountZero }],
    ['minus zero', { adjustment_amount: '-0' }, { adjustment_amount: text.amountZero }],
    ['a short reason', { adjustment_reason: '  abcd  ' }, { adjustment_reason: text.reasonShort }],
    ['a long reason', { adjustment_reason: 'x'.repeat(2001) }, { adjustment_reason: text.reasonLong }],
    ['no invoice', { related_invoice_id: null }, { related_invoice_id: text.invoiceRequired }],
  ];
  it.each(refusals)('spec 5.02: %s is refused with the strings of the form', async (_name, more, errors) => {
    const answer = await make('vic', more);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(answer.json().message).toBe(Object.values(errors)[0]);
    expect(await rowsOf()).toBe(0);
  });

  it('issue 3, bad input: a bare 1e400, a text of 10 MB, U+0000 and unknown fields are refused cleanly', async () => {
    const raw = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/adjustments',
        headers: { authorization: `Bearer ${tokens.vic}`, 'content-type': 'application/json' },
        payload,
      });
    const huge = await raw(`{"adjustment_amount":1e400,"adjustment_reason":"Referral","related_invoice_id":"${invoice}"}`);
    expect([huge.statusCode, huge.json().errors]).toEqual([422, { adjustment_amount: text.amountInvalid }]);
    expect((await raw(JSON.stringify(body({ adjustment_reason: 'x'.repeat(10_000_000) })))).statusCode).toBe(413);
    expect((await make('vic', { adjustment_reason: 'null\u0000byte' })).statusCode).toBe(400);
    expect((await make('vic', { state: 'approved' })).json().code).toBe('field_unknown');
    expect(await rowsOf()).toBe(0);
  });

  it('spec 2.38: .5 is half a dollar, and blanks around are dropped', async () => {
    expect(await made('vic', { adjustment_amount: ' -.5 ', adjustment_reason: '  Lost paper  ' })).toMatchObject({
      adjustment_amount: -0.5,
      adjustment_reason: 'Lost paper',
    });
  });

  it('an invoice that is not there, and one with several records: the field and the choices are named', async () => {
    const missing = await make('vic', { related_invoice_id: '999999' });
    expect([missing.statusCode, Object.keys(missing.json().errors)]).toEqual([422, ['related_invoice_id']]);
    const { invoice_number, invoice_id } = await server.db.query
      .selectFrom('commission_records')
      .selectAll()
      .where('id', '=', record)
      .executeTakeFirstOrThrow();
    const second = await server.db.query
      .insertInto('commission_records')
      .values({
        ...{ invoice_id, invoice_number, user_id: ids.kim!, booking_date: '2026-11-02', payment_date: null, notes: null },
        ...{ gross_cents: 0, net_cents: 0, base_cents: 0, over_cents: 0, amount_cents: 0, status: 'not_due' },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const several = await make('vic');
    expect(several.statusCode).toBe(422);
    expect(several.json().errors.commission_id).toContain(`${record} (Sam Seller) or ${second.id} (Kim Person)`);
    expect((await make('vic', { commission_id: '1' })).json().errors.commission_id).toContain('no such commission record');
    expect(await made('vic', { commission_id: String(record) })).toMatchObject({ user_id: String(ids.sam) });
  });

  it.each([
    ['ada', 201],
    ['vic', 201],
    ['mia', 201],
    ['max', 403],
    ['fay', 403],
    ['sam', 403],
    ['eve', 403],
  ])('spec 6.03: %s is answered %i for a record of Mia’s team', async (name, status) => {
    expect((await make(name)).statusCode).toBe(status);
    expect(await rowsOf()).toBe(status === 201 ? 1 : 0);
  });
});

describe('idempotency', () => {
  it('issue 3: a double click is one row and one answer, one after the other and at the same time', async () => {
    const [first, second] = await Promise.all([make('vic', {}, 'click-1'), make('vic', {}, 'click-1')]);
    const third = await make('vic', {}, 'click-1');
    expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(third.json()).toEqual(first.json());
    expect(await rowsOf()).toBe(1);
  });

  it('another body under the key is 422; another person’s key is their own; a refused try does not use it up', async () => {
    expect((await make('vic', { adjustment_amount: '0' }, 'click-2')).statusCode).toBe(422);
    expect((await make('vic', {}, 'click-2')).statusCode).toBe(201);
    const other = await make('vic', { adjustment_amount: '26' }, 'click-2');
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_used']);
    expect((await make('ada', {}, 'click-2')).statusCode).toBe(201);
    expect(await rowsOf()).toBe(2);
    expect((await make('vic', {}, 'k'.repeat(256))).statusCode).toBe(400);
  });
});

describe('changing one', () => {
  it('issue 3: of two editors at once one gets 409 and nothing is lost', async () => {
    const adjustment = await made('vic');
    const answers = await Promise.all([
      edit('vic', adjustment, { adjustment_amount: '30' }),
      edit('ada', adjustment, { adjustment_amount: '40' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [won, lost] = answers[0].statusCode === 200 ? answers : [answers[1], answers[0]];
    expect(lost!.json()).toMatchObject({ code: 'stale_version', message: expect.stringContaining('Load it again') });
    const [row] = await list('ada', `state=approved`);
    expect(row).toMatchObject({ adjustment_amount: won!.json().adjustment_amount, version: 2 });
    expect((await worth()).adjustments_cents).toBe(won!.json().adjustment_amount * 100);
  });

  it('decisions 2: an edit over the threshold waits again, and what counted counts no more', async () => {
    const adjustment = await made('vic');
    const dearer = (await edit('vic', adjustment, { adjustment_amount: '900' })).json();
    expect(dearer).toMatchObject({ state: 'pending', version: 2 });
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await edit('vic', dearer, { adjustment_amount: '90' })).json()).toMatchObject({ state: 'approved', version: 3 });
    expect((await worth()).adjustments_cents).toBe(90_00);
  });

  it('an edit that moves it to another invoice changes both records', async () => {
    const adjustment = await made('vic');
    const other = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    const moved = await edit('vic', adjustment, { related_invoice_id: await invoiceOf(other) });
    expect(moved.json()).toMatchObject({ user_id: String(ids.kim), commission_id: String(other) });
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await edit('mia', moved.json())).statusCode).toBe(403);
  });

  it('spec 6.03: a manager of another team may neither edit nor void, and cannot take a record of theirs', async () => {
    const adjustment = await made('mia');
    expect((await edit('max', adjustment)).statusCode).toBe(403);
    expect((await remove('max', adjustment)).statusCode).toBe(403);
    const kims = await addRecord(server.db, { user_id: ids.kim!, booking_date: '2026-11-03' });
    expect((await edit('mia', adjustment, { related_invoice_id: await invoiceOf(kims) })).statusCode).toBe(403);
  });

  it('decisions 2: void keeps the row and takes it out of the record; then nothing more can be done with it', async () => {
    const adjustment = await made('vic');
    const gone = await remove('vic', adjustment);
    expect([gone.statusCode, gone.json().state, gone.json().actions]).toEqual([200, 'void', []]);
    expect(await rowsOf()).toBe(1);
    expect((await worth()).adjustments_cents).toBe(0);
    expect((await remove('vic', gone.json())).json().code).toBe('adjustment_step');
    expect((await edit('vic', gone.json())).json().code).toBe('adjustment_step');
    expect((await remove('vic', adjustment)).json().code).toBe('stale_version');
    expect((await server.call('DELETE', `/api/v1/adjustments/${adjustment.id}`, { token: tokens.vic })).statusCode).toBe(400);
    expect((await server.call('DELETE', '/api/v1/adjustments/999999?version=1', { token: tokens.vic })).statusCode).toBe(404);
  });
});

describe('deciding', () => {
  it('decisions 2: not its author while another approver is active, and a manager never', async () => {
    const adjustment = await made('vic', { adjustment_amount: '900' });
    expect((await decide('vic', 'approve', adjustment)).json()).toMatchObject({ code: 'own_adjustment' });
    expect((await decide('mia', 'approve', adjustment)).statusCode).toBe(403);
    const approved = await decide('ada', 'approve', adjustment);
    expect(approved.json()).toMatchObject({ state: 'approved', self_approved: false, version: 2 });
    expect((await worth()).adjustments_cents).toBe(900_00);
    const told = await server.db.query
      .selectFrom('notifications')
      .select('user_id')
      .where('dedupe_key', '=', `adjustment:${adjustment.id}:approved`)
      .execute();
    expect(told.map(({ user_id }) => user_id).sort()).toEqual([ids.sam, ids.vic].sort());
  });

  it('decisions 2: where nobody else could, its author may, and it is flagged', async () => {
    const others = server.db.query.updateTable('users').where('id', 'in', [ids.ada!]);
    await others.set({ active: false }).execute();
    const adjustment = await made('vic', { adjustment_amount: '900' });
    expect(adjustment.actions).toEqual(['edit', 'void', 'approve', 'reject']);
    expect((await decide('vic', 'approve', adjustment)).json()).toMatchObject({ state: 'approved', self_approved: true });
    await others.set({ active: true }).execute();
  });

  it('a rejected one stays rejected, with the reason in its history', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const url = `/api/v1/adjustments/${adjustment.id}/reject`;
    const rejected = await server.call('POST', url, { token: tokens.vic, body: { version: 1, reason: 'Not agreed' } });
    expect(rejected.json()).toMatchObject({ state: 'rejected', actions: [] });
    expect((await decide('ada', 'approve', rejected.json())).json().code).toBe('adjustment_step');
    const { data } = (await server.call('GET', `/api/v1/adjustments/${adjustment.id}/history`, { token: tokens.sam })).json();
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      actor: 'vic Person',
      action: 'Adjustment rejected',
      cause: 'Not agreed',
      changes: [{ field: 'State', before: 'pending', after: 'rejected' }],
    });
    expect(data[1].changes).toContainEqual({ field: 'Amount', before: null, after: '$900.00' });
  });

  it('issue 3: of twenty approvals at once one counts', async () => {
    const adjustment = await made('mia', { adjustment_amount: '900' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => decide(at % 2 ? 'vic' : 'ada', 'approve', adjustment)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
    expect((await worth()).adjustments_cents).toBe(900_00);
  });

  it('spec 2.37: each row says what the asker may do with it now', async () => {
    const small = await made('mia');
    const large = await made('mia', { adjustment_amount: '900' });
    const actions = async (name: string, id: string) => (await list(name)).find((row) => row.id === id)?.actions;
    expect(await actions('mia', small.id)).toEqual(['edit', 'void']);
    expect(await actions('mia', large.id)).toEqual(['edit', 'void']);
    expect(await actions('vic', large.id)).toEqual(['edit', 'void', 'approve', 'reject']);
    for (const name of ['max', 'fay', 'sam']) expect(await actions(name, large.id)).toEqual([]);
    expect(await actions('kim', large.id)).toBeUndefined();
  });
});
