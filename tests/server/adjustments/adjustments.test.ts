import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../../contract/messages.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const t = messages.adjustmentFormText;
const { server, ids, tokens, now, renew, body, make, made, worth, rowsOf, told: noticesOf } = await createAdjustmentWorld();
afterAll(() => server.close());
beforeEach(() => renew());

describe('creating an adjustment', () => {
  it('decisions 2.10: applies an amount at or under the threshold at once, and updates the record', async () => {
    const adjustment = await made('mia', { adjustment_amount: '500' });
    expect(adjustment).toMatchObject({
      commission_id: String(now.record),
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

  it('decisions 2.10: holds an amount above the threshold for a second approver, and leaves the record unchanged', async () => {
    const adjustment = await made('mia', { adjustment_amount: '-500.01' });
    expect(adjustment.state).toBe('pending');
    expect(await worth()).toMatchObject({ adjustments_cents: 0 });
    expect(await noticesOf(`adjustment:${adjustment.id}:pending`)).toEqual([ids.ada, ids.vic].sort());
  });

  const refusals: readonly [string, object, Record<string, string>][] = [
    [
      'nothing',
      { adjustment_amount: '', adjustment_reason: ' ', related_invoice_id: '' },
      { adjustment_amount: t.amountRequired, adjustment_reason: t.reasonRequired, related_invoice_id: t.invoiceRequired },
    ],
    ['no amount', { adjustment_amount: undefined }, { adjustment_amount: t.amountRequired }],
    ['null', { adjustment_amount: null }, { adjustment_amount: t.amountRequired }],
    ['--5', { adjustment_amount: '--5' }, { adjustment_amount: t.amountInvalid }],
    ['1.005', { adjustment_amount: '1.005' }, { adjustment_amount: t.amountInvalid }],
    ['1.005 as a number', { adjustment_amount: 1.005 }, { adjustment_amount: t.amountInvalid }],
    ['1e400', { adjustment_amount: '1e400' }, { adjustment_amount: t.amountInvalid }],
    ['1e21', { adjustment_amount: 1e21 }, { adjustment_amount: t.amountInvalid }],
    ['a list', { adjustment_amount: [5] }, { adjustment_amount: t.amountInvalid }],
    ['too much', { adjustment_amount: '1000000000.01' }, { adjustment_amount: t.amountLimit }],
    ['too little', { adjustment_amount: '-1000000001' }, { adjustment_amount: t.amountLimit }],
    ['zero', { adjustment_amount: '0.00' }, { adjustment_amount: t.amountZero }],
    ['minus zero', { adjustment_amount: '-0' }, { adjustment_amount: t.amountZero }],
    ['a short reason', { adjustment_reason: '  abcd  ' }, { adjustment_reason: t.reasonShort }],
    ['a long reason', { adjustment_reason: 'x'.repeat(2001) }, { adjustment_reason: t.reasonLong }],
    ['no invoice', { related_invoice_id: null }, { related_invoice_id: t.invoiceRequired }],
  ];
  it.each(refusals)('spec 5.02: refuses %s with the form’s messages', async (_name, overrides, errors) => {
    const answer = await make('vic', overrides);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors).toEqual(errors);
    expect(answer.json().message).toBe(Object.values(errors)[0]);
    expect(await rowsOf()).toBe(0);
  });

  it('bad input: refuses a bare 1e400, a 10 MB string, U+0000 and unknown fields cleanly', async () => {
    const raw = (payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/adjustments',
        headers: { authorization: `Bearer ${tokens.vic}`, 'content-type': 'application/json' },
        payload,
      });
    const hugeAmountResponse = await raw(
      `{"adjustment_amount":1e400,"adjustment_reason":"Referral","related_invoice_id":"${now.invoice}"}`,
    );
    expect([hugeAmountResponse.statusCode, hugeAmountResponse.json().errors]).toEqual([422, { adjustment_amount: t.amountInvalid }]);
    expect((await raw(JSON.stringify(body({ adjustment_reason: 'x'.repeat(10_000_000) })))).statusCode).toBe(413);
    expect((await make('vic', { adjustment_reason: 'null\u0000byte' })).statusCode).toBe(400);
    expect((await make('vic', { state: 'approved' })).json().code).toBe('field_unknown');
    expect(await rowsOf()).toBe(0);
  });

  it('spec 2.38: reads .5 as half a dollar and trims surrounding blanks', async () => {
    expect(await made('vic', { adjustment_amount: ' -.5 ', adjustment_reason: '  Lost paper  ' })).toMatchObject({
      adjustment_amount: -0.5,
      adjustment_reason: 'Lost paper',
    });
  });

  it('names the field for an unknown invoice, and the choices for one with several records', async () => {
    const missing = await make('vic', { related_invoice_id: '999999' });
    expect([missing.statusCode, Object.keys(missing.json().errors)]).toEqual([422, ['related_invoice_id']]);
    const { invoice_number, invoice_id } = await server.db.query
      .selectFrom('commission_records')
      .selectAll()
      .where('id', '=', now.record)
      .executeTakeFirstOrThrow();
    const second = await server.db.query
      .insertInto('commission_records')
      .values({
        invoice_id,
        invoice_number,
        user_id: ids.kim!,
        booking_date: '2026-11-02',
        payment_date: null,
        notes: null,
        gross_cents: 0,
        net_cents: 0,
        base_cents: 0,
        over_cents: 0,
        amount_cents: 0,
        status: 'not_due',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const several = await make('vic');
    expect(several.statusCode).toBe(422);
    expect(several.json().errors.commission_id).toContain(`${now.record} (Sam Seller) or ${second.id} (Kim Person)`);
    expect((await make('vic', { commission_id: '1' })).json().errors.commission_id).toContain('no such commission record');
    expect(await made('vic', { commission_id: String(now.record) })).toMatchObject({ user_id: String(ids.sam) });
  });

  it.each([
    ['ada', 201],
    ['vic', 201],
    ['mia', 201],
    ['max', 403],
    ['fay', 403],
    ['sam', 403],
    ['eve', 403],
  ])('spec 6.03: %s gets %i for a record of Mia’s team', async (name, status) => {
    expect((await make(name)).statusCode).toBe(status);
    expect(await rowsOf()).toBe(status === 201 ? 1 : 0);
  });
});

describe('idempotency', () => {
  it('answers sequential and simultaneous double clicks with a single row', async () => {
    const [first, second] = await Promise.all([make('vic', {}, 'click-1'), make('vic', {}, 'click-1')]);
    const third = await make('vic', {}, 'click-1');
    expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(third.json()).toEqual(first.json());
    expect(await rowsOf()).toBe(1);
  });

  it('answers 422 to another body, scopes keys per person, and does not use up a key on a refused request', async () => {
    expect((await make('vic', { adjustment_amount: '0' }, 'click-2')).statusCode).toBe(422);
    expect((await make('vic', {}, 'click-2')).statusCode).toBe(201);
    const other = await make('vic', { adjustment_amount: '26' }, 'click-2');
    expect([other.statusCode, other.json().code]).toEqual([422, 'idempotency_key_used']);
    expect((await make('ada', {}, 'click-2')).statusCode).toBe(201);
    expect(await rowsOf()).toBe(2);
    expect((await make('vic', {}, 'k'.repeat(256))).statusCode).toBe(400);
  });
});
