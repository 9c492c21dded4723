import { describe, expect, it } from 'vitest';
import { mapTransaction, readAccount } from '../../../server/connectors/mercury/mapTransaction.ts';

const account = readAccount({ id: 'a-1', name: 'Mercury Checking', nickname: 'Operating', accountNumber: '202298124417' });
const accounts = new Map([[account.id, account]]);
const row = {
  id: 't-1',
  accountId: 'a-1',
  amount: 1234.56,
  status: 'sent',
  kind: 'externalTransfer',
  counterpartyName: 'Mesa Library',
  externalMemo: 'Invoice 10234 from 998877665544',
  bankDescription: null,
  createdAt: '2026-11-09T23:00:00Z',
  postedAt: '2026-11-10T12:00:00Z',
  dashboardLink: 'https://app.mercury.com/t/1',
  details: { electronicRoutingInfo: { accountNumber: '998877665544' } },
};
const fact = (overrides: object = {}) => mapTransaction({ ...row, ...overrides }, accounts).fact;

describe('Mercury transactions', () => {
  it('map to signed cents, the posting day, and only the last four digits of any account', () => {
    expect(fact()).toEqual({
      external_id: 't-1',
      account_name: 'Operating',
      account_last4: '4417',
      amount_cents: 1234_56,
      occurred_at: '2026-11-10T12:00:00.000Z',
      kind: 'externalTransfer',
      internal: false,
      counterparty: 'Mesa Library',
      description: null,
      memo: 'Invoice 10234 from ••5544',
      note: null,
      dashboard_link: 'https://app.mercury.com/t/1',
      bank_status: 'settled',
      failure: null,
    });
    expect(JSON.stringify(fact())).not.toContain('998877665544');
    expect(JSON.stringify(account)).not.toContain('202298124417');
  });

  it.each([
    ['sent', 'settled'],
    ['settled', 'settled'],
    ['pending', 'pending'],
    ['cancelled', 'cancelled'],
    ['failed', 'failed'],
    ['reversed', 'reversed'],
    ['blocked', 'blocked'],
    ['something new', 'pending'],
  ])('with status %s are %s', (status, expected) => {
    expect(fact({ status })?.bank_status).toBe(expected);
  });

  it('use the creation day until posted, and mark transfers between own accounts', () => {
    expect(fact({ postedAt: null })?.occurred_at).toBe('2026-11-09T23:00:00.000Z');
    expect(fact({ kind: 'internalTransfer' })?.internal).toBe(true);
    expect(fact({ amount: -0.29 })?.amount_cents).toBe(-29);
  });

  it('of zero move no money and need no decision', () => {
    expect(mapTransaction({ ...row, amount: 0 }, accounts)).toEqual({ id: 't-1', fact: null, isZero: true });
  });

  it('returned by the bank become returned, and the bank’s counter-transaction is nobody’s payment', () => {
    const related = (relationKind: string) => ({ relatedTransactions: [{ id: 't-2', accountId: 'a-1', amount: -1234.56, relationKind }] });
    expect(fact(related('OriginalTransactionToReturn'))).toMatchObject({ bank_status: 'reversed', internal: false });
    expect(fact({ ...related('ReturnToOriginalTransaction'), amount: -1234.56 })).toMatchObject({ bank_status: 'settled', internal: true });
    expect(fact(related('TransactionToFee'))).toMatchObject({ bank_status: 'settled', internal: false });
    expect(fact({ relatedTransactions: [null, 7] })).toMatchObject({ bank_status: 'settled' });
  });

  it('of a credit card name it', () => {
    const card = readAccount({ id: 'c-1', status: 'active', currentBalance: 12 }, 'Credit card');
    expect(mapTransaction({ ...row, accountId: 'c-1' }, new Map([[card.id, card]])).fact).toMatchObject({ account_name: 'Credit card' });
  });

  it('without an amount or day are unreadable, and without an id are skipped', () => {
    for (const more of [{ amount: 'x' }, { amount: Number.NaN }, { createdAt: 'soon', postedAt: null }])
      expect(mapTransaction({ ...row, ...more }, accounts)).toEqual({ id: 't-1', fact: null });
    expect(() => mapTransaction({ amount: 1 }, accounts)).toThrow();
    expect(fact({ dashboardLink: 'javascript:alert(1)', counterpartyName: null, accountId: 'other' })).toMatchObject({
      dashboard_link: null,
      counterparty: '',
      account_name: 'Account',
      account_last4: '',
    });
  });
});
