import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type AccountingWorld, createAcmeBooks, quickbooksInvoice, quickbooksPayment } from '../support/worlds/accounting.ts';

let world: AccountingWorld;
let company: Company;
beforeAll(async () => {
  ({ world, company } = await createAcmeBooks());
});
afterAll(() => world.closeAll());

const quickbooksMemo = (id: string, number: string, net: number, overrides = {}) =>
  company.put('CreditMemo', { ...quickbooksInvoice(id, number, net, overrides), CustomField: [] });
const partsOf = (id: string) =>
  world.server.db.query
    .selectFrom('invoices')
    .select(['external_id', 'invoice_number', 'net_cents'])
    .where('external_id', 'like', `memo:${id}:%`)
    .orderBy('id')
    .execute();
const numbersOf = async (id: string) => (await partsOf(id)).map(({ external_id, invoice_number }) => [external_id, invoice_number]);

describe('credit memo parts (decisions 2.20)', () => {
  it('get their own numbers if two memos share one, or a local invoice has it', async () => {
    company.put('Invoice', quickbooksInvoice('10', '1001', 100));
    await world.server.db.query
      .insertInto('invoices')
      .values({
        invoice_number: 'CM-88-ABC',
        customer_name: 'Mesa',
        gross_cents: 1,
        net_cents: 1,
        booking_date: '2026-11-02',
        state: 'draft',
      })
      .execute();
    quickbooksMemo('70', '77', 30);
    quickbooksMemo('71', '77', 20);
    quickbooksMemo('72', '88', 10);
    const credits = [
      ['70', 30],
      ['71', 20],
      ['72', 10],
    ] as const;
    company.put('Payment', quickbooksPayment('50', 40, [['10', 100]], credits));
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.received('1001-ABC')).toBe(10_000);
    expect([await numbersOf('70'), await numbersOf('71'), await numbersOf('72')]).toEqual([
      [['memo:70:10', 'CM-77-ABC']],
      [['memo:71:10', 'CM-77-ABC (71)']],
      [['memo:72:10', 'CM-88-ABC (72)']],
    ]);
  });

  it('keep their numbers when another payment applies the rest', async () => {
    company.put('Invoice', quickbooksInvoice('20', '2001', 100));
    company.put('Invoice', quickbooksInvoice('21', '2002', 100));
    quickbooksMemo('73', '79', 50);
    company.put('Payment', quickbooksPayment('98', 70, [['20', 100]], [['73', 30]]));
    await world.sync();
    company.put('Payment', quickbooksPayment('100', 80, [['21', 100]], [['73', 20]]));
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await numbersOf('73')).toEqual([
      ['memo:73:20', 'CM-79-ABC'],
      ['memo:73:21', 'CM-79-ABC/2'],
    ]);
  });

  it('decisions 2.20: have net revenue that adds up to the memo’s', async () => {
    for (const id of ['31', '32', '33']) company.put('Invoice', quickbooksInvoice(id, `30${id}`, 1));
    quickbooksMemo('74', '80', 3, { TxnTaxDetail: { TotalTax: 1 } });
    const lines = [
      ['31', 1],
      ['32', 1],
      ['33', 1],
    ] as const;
    company.put('Payment', quickbooksPayment('60', 0, lines, [['74', 3]]));
    await world.sync();
    expect((await partsOf('74')).map(({ net_cents }) => net_cents)).toEqual([-67, -66, -67]);
  });

  it('decisions 2.20: are applied later, once the invoice has room', async () => {
    company.put('Invoice', quickbooksInvoice('41', '4001', 100));
    company.put('Payment', quickbooksPayment('61', 100, [['41', 100]]));
    await world.sync();
    quickbooksMemo('75', '81', 30);
    company.put('Payment', quickbooksPayment('62', 0, [['41', 30]], [['75', 30]]));
    await world.sync();
    expect(await world.received('4001-ABC')).toBe(10_000);
    // The corrected payment arrives only now.
    company.put('Payment', quickbooksPayment('61', 70, [['41', 70]]));
    await world.sync();
    expect(await world.received('4001-ABC')).toBe(10_000);
  });

  it('decisions 2.20: take the memo’s remainder when an invoice grows', async () => {
    company.put('Invoice', quickbooksInvoice('42', '4002', 50));
    quickbooksMemo('76', '82', 80);
    company.put('Payment', quickbooksPayment('63', 0, [['42', 80]], [['76', 80]]));
    await world.sync();
    expect(await world.received('4002-ABC')).toBe(5000);
    company.put('Invoice', quickbooksInvoice('42', '4002', 100));
    await world.sync();
    expect(await world.received('4002-ABC')).toBe(8000);
  });
});

describe('decisions 2.20: a credit memo that is applied differently later', () => {
  const liveOf = async (id: string) => {
    const parts = world.server.db.query.selectFrom('invoices').select(['external_id', 'gross_cents', 'net_cents']);
    const rows = await parts.where('external_id', 'like', `memo:${id}:%`).where('state', '=', 'sent').orderBy('id').execute();
    return rows.map(({ external_id, gross_cents, net_cents }) => [external_id, gross_cents, net_cents]);
  };
  const held = async () => {
    const { id } = await world.one();
    return (await world.call('GET', `quickbooks/${id}/quarantine`)).json().data as { id: string; external_id: string; reason: string }[];
  };
  const heldOf = async (memo: string) => (await held()).find(({ external_id }) => external_id === memo)?.reason;
  /** Applies a memo's credit by hand. */
  const apply = async (memo: string, parts: readonly (readonly [string, string])[]) => {
    const { id, version } = await world.server.db.query
      .selectFrom('receipts as r')
      .innerJoin('customer_payments as p', 'p.receipt_id', 'r.id')
      .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
      .select(['r.id', 'r.version'])
      .where('i.external_id', 'like', `memo:${memo}:%`)
      .where('r.state', '=', 'completed')
      .orderBy('r.id')
      .executeTakeFirstOrThrow();
    const allocations = await Promise.all(
      parts.map(async ([number, amount]) => ({ kind: 'invoice', id: String((await world.invoice(number))?.id), amount })),
    );
    const answer = await world.call('PUT', `/api/v1/payments/cp-${id}/allocations`, { version, allocations });
    expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
  };
  /** A paid invoice, a memo of 50 on it with unused credit, and an open invoice to which a person applies 20 of it. */
  const applied = async ([paid, open, memo]: readonly [string, string, string]) => {
    company.put('Invoice', quickbooksInvoice(paid, `5${paid}`, 100));
    company.put('Invoice', quickbooksInvoice(open, `5${open}`, 100));
    company.put('Payment', quickbooksPayment(`2${paid}`, 100, [[paid, 100]]));
    await world.sync();
    quickbooksMemo(memo, memo, 50);
    company.put('Payment', quickbooksPayment(`3${paid}`, 0, [[paid, 50]], [[memo, 50]]));
    await world.sync();
    await apply(memo, [[`5${open}-ABC`, '20.00']]);
    expect(await world.received(`5${open}-ABC`)).toBe(2000);
  };

  it('counts once when it moves to another payment, whichever is reported first', async () => {
    company.put('Invoice', quickbooksInvoice('51', '5001', 100));
    company.put('Invoice', quickbooksInvoice('52', '5002', 100));
    quickbooksMemo('78', '84', 50);
    company.put('Payment', quickbooksPayment('64', 50, [['51', 100]], [['78', 50]]));
    await world.sync();
    company.put('Payment', quickbooksPayment('65', 0, [['52', 50]], [['78', 50]]));
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await liveOf('78')).toEqual([['memo:78:51', -5000, -5000]]);
    expect([await world.received('5001-ABC'), await world.received('5002-ABC')]).toEqual([10_000, 0]);
    company.put('Payment', quickbooksPayment('64', 50, [['51', 50]]));
    await world.sync();
    expect(await liveOf('78')).toEqual([['memo:78:52', -5000, -5000]]);
    expect([await world.received('5001-ABC'), await world.received('5002-ABC')]).toEqual([5000, 5000]);
    // And back again.
    company.put('Payment', quickbooksPayment('64', 50, [['51', 100]], [['78', 50]]));
    await world.sync();
    expect(await liveOf('78')).toEqual([['memo:78:52', -5000, -5000]]);
    company.void('Payment', '65');
    await world.sync();
    expect(await liveOf('78')).toEqual([['memo:78:51', -5000, -5000]]);
    expect([await world.received('5001-ABC'), await world.received('5002-ABC')]).toEqual([10_000, 0]);
  });

  it('keeps manual applications that the memo still covers', async () => {
    await applied(['53', '54', '91']);
    quickbooksMemo('91', '91', 30, { CustomerMemo: { value: 'less' } });
    await world.sync();
    expect(await liveOf('91')).toEqual([['memo:91:53', -3000, -3000]]);
    expect(await world.received('554-ABC')).toBe(2000);
    expect(await heldOf('91')).toBeUndefined();
    // Exactly the remaining credit can still be applied.
    await apply('91', [['554-ABC', '30.00']]);
    expect(await world.received('554-ABC')).toBe(3000);
  });

  it('does not reapply a part that a person removed from its own invoice, only later increases', async () => {
    company.put('Invoice', quickbooksInvoice('63', '563', 100));
    company.put('Payment', quickbooksPayment('263', 80, [['63', 80]]));
    await world.sync();
    quickbooksMemo('95', '95', 50);
    company.put('Payment', quickbooksPayment('363', 0, [['63', 50]], [['95', 50]]));
    await world.sync();
    expect(await world.received('563-ABC')).toBe(10_000);
    await apply('95', [['563-ABC', '5.00']]);
    quickbooksMemo('95', '95', 50, { CustomerMemo: { value: 'told again' } });
    await world.sync();
    expect(await world.received('563-ABC')).toBe(8500);
    quickbooksMemo('95', '95', 60);
    company.put('Payment', quickbooksPayment('363', 0, [['63', 60]], [['95', 60]]));
    await world.sync();
    expect(await world.received('563-ABC')).toBe(9500);
  });

  it('is not undone silently if it no longer covers its parts, but waits for a person', async () => {
    await applied(['55', '56', '92']);
    quickbooksMemo('92', '92', 10);
    expect(await world.sync()).toMatchObject({ status: 'completed' });
    expect(await world.received('556-ABC')).toBe(2000);
    expect(await heldOf('92')).toBe(
      '$20.00 of this credit memo was applied by hand to 556-ABC, and less of it is left. Change that payment, then choose Try again.',
    );
    const { id } = await world.one();
    const retry = async () => {
      const ids = (await held()).filter(({ external_id }) => external_id === '92').map((item) => item.id);
      return world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids });
    };
    await retry();
    expect(await heldOf('92')).toContain('by hand');
    await apply('92', [['556-ABC', '5.00']]);
    await retry();
    expect(await heldOf('92')).toBeUndefined();
    expect(await liveOf('92')).toEqual([['memo:92:55', -1000, -1000]]);
    expect(await world.received('556-ABC')).toBe(500);
  });

  it('reverses no revenue at once when void, and its manual applications wait for a person', async () => {
    await applied(['57', '58', '93']);
    company.void('CreditMemo', '93');
    await world.sync();
    expect(await liveOf('93')).toEqual([['memo:93:57', -2000, 0]]);
    expect(await world.received('558-ABC')).toBe(2000);
    expect(await heldOf('93')).toContain('$20.00');
  });

  it('keeps only manual applications on its old invoice when it moves', async () => {
    await applied(['59', '60', '94']);
    company.put('Invoice', quickbooksInvoice('61', '561', 100));
    company.void('Payment', '359');
    company.put('Payment', quickbooksPayment('459', 0, [['61', 50]], [['94', 50]]));
    await world.sync();
    expect(await liveOf('94')).toEqual([
      ['memo:94:59', -2000, -2000],
      ['memo:94:61', -3000, -3000],
    ]);
    expect([await world.received('560-ABC'), await world.received('561-ABC')]).toEqual([2000, 3000]);
    expect(await heldOf('94')).toContain('560-ABC');
    await apply('94', []);
    const { id } = await world.one();
    await world.call('POST', `quickbooks/${id}/quarantine/retry`, { ids: (await held()).map((item) => item.id) });
    expect(await liveOf('94')).toEqual([['memo:94:61', -5000, -5000]]);
    expect([await world.received('560-ABC'), await world.received('561-ABC')]).toEqual([0, 5000]);
  });
});
