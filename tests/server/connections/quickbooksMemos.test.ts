import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '../../stand-ins/quickbooks/index.ts';
import { type Accounting, accounting, invoiceThere, paymentThere } from '../support/worlds/accounting.ts';

const REALM = '4620816365000000001';
let at: Accounting;
let company: Company;

beforeAll(async () => {
  at = await accounting();
  company = at.standIn.company(REALM, 'Acme Books');
  await at.server.add({ email: 'seller@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Seller' });
  company.put('Customer', { Id: '1', DisplayName: 'Acme School', Active: true });
  await at.connect(REALM, 'abc');
  await at.drain();
});
afterAll(() => at.closeAll());

const memoThere = (id: string, number: string, net: number, more = {}) =>
  company.put('CreditMemo', { ...invoiceThere(id, number, net, more), CustomField: [] });
const partsOf = (id: string) =>
  at.server.db.query
    .selectFrom('invoices')
    .select(['external_id', 'invoice_number', 'net_cents'])
    .where('external_id', 'like', `memo:${id}:%`)
    .orderBy('id')
    .execute();
const numbersOf = async (id: string) => (await partsOf(id)).map(({ external_id, invoice_number }) => [external_id, invoice_number]);

describe('parts of credit memos (decisions 2.20)', () => {
  it('two memos of one number, and one whose number an invoice of our own has, each have a number of their own', async () => {
    company.put('Invoice', invoiceThere('10', '1001', 100));
    await at.server.db.query
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
    memoThere('70', '77', 30);
    memoThere('71', '77', 20);
    memoThere('72', '88', 10);
    const credits = [
      ['70', 30],
      ['71', 20],
      ['72', 10],
    ] as const;
    company.put('Payment', paymentThere('50', 40, [['10', 100]], credits));
    expect(await at.sync()).toMatchObject({ status: 'completed' });
    expect(await at.received('1001-ABC')).toBe(10_000);
    expect([await numbersOf('70'), await numbersOf('71'), await numbersOf('72')]).toEqual([
      [['memo:70:10', 'CM-77-ABC']],
      [['memo:71:10', 'CM-77-ABC (71)']],
      [['memo:72:10', 'CM-88-ABC (72)']],
    ]);
  });

  it('a part keeps its number when another payment applies the rest', async () => {
    company.put('Invoice', invoiceThere('20', '2001', 100));
    company.put('Invoice', invoiceThere('21', '2002', 100));
    memoThere('73', '79', 50);
    company.put('Payment', paymentThere('98', 70, [['20', 100]], [['73', 30]]));
    await at.sync();
    company.put('Payment', paymentThere('100', 80, [['21', 100]], [['73', 20]]));
    expect(await at.sync()).toMatchObject({ status: 'completed' });
    expect(await numbersOf('73')).toEqual([
      ['memo:73:20', 'CM-79-ABC'],
      ['memo:73:21', 'CM-79-ABC/2'],
    ]);
  });

  it('decisions 2.20: the net revenue of the parts adds up to that of the memo', async () => {
    for (const id of ['31', '32', '33']) company.put('Invoice', invoiceThere(id, `30${id}`, 1));
    memoThere('74', '80', 3, { TxnTaxDetail: { TotalTax: 1 } });
    const lines = [
      ['31', 1],
      ['32', 1],
      ['33', 1],
    ] as const;
    company.put('Payment', paymentThere('60', 0, lines, [['74', 3]]));
    await at.sync();
    expect((await partsOf('74')).map(({ net_cents }) => net_cents)).toEqual([-67, -66, -67]);
  });

  it('decisions 2.20: what was applied too early is applied once the invoice has room for it', async () => {
    company.put('Invoice', invoiceThere('41', '4001', 100));
    company.put('Payment', paymentThere('61', 100, [['41', 100]]));
    await at.sync();
    memoThere('75', '81', 30);
    company.put('Payment', paymentThere('62', 0, [['41', 30]], [['75', 30]]));
    await at.sync();
    expect(await at.received('4001-ABC')).toBe(10_000);
    // The payment is told as it was corrected only now.
    company.put('Payment', paymentThere('61', 70, [['41', 70]]));
    await at.sync();
    expect(await at.received('4001-ABC')).toBe(10_000);
  });

  it('decisions 2.20: an invoice that grows takes what is left of its memo', async () => {
    company.put('Invoice', invoiceThere('42', '4002', 50));
    memoThere('76', '82', 80);
    company.put('Payment', paymentThere('63', 0, [['42', 80]], [['76', 80]]));
    await at.sync();
    expect(await at.received('4002-ABC')).toBe(5000);
    company.put('Invoice', invoiceThere('42', '4002', 100));
    await at.sync();
    expect(await at.received('4002-ABC')).toBe(8000);
  });
});
