import { describe, expect, it } from 'vitest';
import { invoiceNumbersIn, payerNameKey, similarityOf } from '../../../contract/rules/bank/names.ts';
import { type BankMoney, type BankTarget, proposeMatch } from '../../../contract/rules/bank/propose.ts';

const money: BankMoney = { amount: 1000_00, day: '2026-11-10', counterparty: 'Mesa Library', text: '', settled: true, internal: false };
const invoice = (id: number, overrides: Partial<BankTarget> = {}): BankTarget => ({
  kind: 'invoice',
  id,
  label: `10${id}`,
  name: 'Mesa Library',
  party: 7,
  day: '2026-11-20',
  open: 1000_00,
  ...overrides,
});
const codes = (found: ReturnType<typeof proposeMatch>) => found.chosen?.reasons.map(({ code }) => code);

describe('decisions 2.15: the proposed match of a deposit', () => {
  it('is the only open invoice with the same amount and customer', () => {
    const result = proposeMatch(money, [invoice(1)], null);
    expect([result.chosen?.score, codes(result)]).toEqual([85, ['amount_exact', 'name_same', 'days', 'only_amount']]);
    expect(result.chosen?.lines).toEqual([
      { kind: 'invoice', id: 1, label: '101', name: 'Mesa Library', day: '2026-11-20', amount: 1000_00 },
    ]);
  });

  it('is empty if three invoices fit equally well, and gives the reason', () => {
    const result = proposeMatch(money, [invoice(1), invoice(2), invoice(3)], null);
    expect([result.chosen, result.wait, result.equal, result.candidates.length]).toEqual([null, 'several', 3, 3]);
  });

  it('is the candidate that the memo names', () => {
    const result = proposeMatch({ ...money, text: 'Payment for INV 102, thanks' }, [invoice(1), invoice(2), invoice(3)], null);
    expect([result.chosen?.lines[0]?.id, codes(result)]).toEqual([2, ['amount_exact', 'number', 'name_same', 'days']]);
  });

  it('is everything a customer owes, if it adds up', () => {
    const result = proposeMatch(money, [invoice(1, { open: 400_00 }), invoice(2, { open: 600_00 })], null);
    expect(result.chosen?.lines.map(({ id, amount }) => [id, amount])).toEqual([
      [1, 400_00],
      [2, 600_00],
    ]);
    expect(codes(result)).toEqual(['amount_sum', 'name_same']);
  });

  it('is part of the customer’s only open invoice, or of the one that is named', () => {
    const part = proposeMatch(money, [invoice(1, { open: 3000_00 })], null);
    expect([codes(part), part.chosen?.lines[0]?.amount]).toEqual([['amount_part', 'name_same', 'days', 'only_open'], 1000_00]);
    const two = proposeMatch(money, [invoice(1, { open: 3000_00 }), invoice(2, { open: 4000_00 })], null);
    expect([two.chosen, two.wait, two.candidates.length]).toEqual([null, 'weak', 2]);
  });

  it('prefers a recorded payment to an open invoice', () => {
    const receipt = invoice(9, { kind: 'receipt', label: 'cp-9', day: '2026-11-10' });
    expect(proposeMatch(money, [invoice(1), receipt], null).chosen?.lines[0]?.kind).toBe('receipt');
  });

  it('uses the customer remembered for the payer', () => {
    const paid = { ...money, counterparty: 'BILLPAY 0091' };
    const result = proposeMatch(paid, [invoice(1), invoice(2, { party: 8, name: 'Tempe' })], 8);
    expect([result.chosen?.lines[0]?.id, codes(result)]).toEqual([2, ['amount_exact', 'remembered', 'days']]);
  });

  it('is empty for a pending deposit, between own accounts, or without a fit', () => {
    expect(proposeMatch({ ...money, settled: false }, [invoice(1)], null).wait).toBe('pending');
    expect(proposeMatch({ ...money, internal: true }, [invoice(1)], null).wait).toBe('internal');
    expect(proposeMatch(money, [], null).wait).toBe('none');
    expect(proposeMatch(money, [invoice(1, { open: 1_00, name: 'Tempe' })], null).wait).toBe('none');
  });

  it('decisions 2.16: a transfer matches a person’s payout, or the run that adds up to it', () => {
    const outgoing = { ...money, counterparty: 'SAM SELLER' };
    const payout = invoice(4, { kind: 'payout', name: 'Sam Seller', day: '2026-11-09' });
    const run = invoice(5, { kind: 'run', name: '1 people', day: '2026-11-09' });
    expect(proposeMatch(outgoing, [payout, run], null).chosen?.lines[0]?.kind).toBe('payout');
    expect(proposeMatch({ ...outgoing, counterparty: 'Payroll' }, [run], null).chosen?.lines[0]?.kind).toBe('run');
  });
});

describe('names and numbers in bank data', () => {
  it.each([
    ['ACME School, Inc.', 'Acme School', 'same'],
    ['Flagstaff Public Library', 'FLAGSTAFF LIBRARY', 'alike'],
    ['Mesa Public Library', 'Tempe Public Library', 'other'],
    ['José Peña', 'Jose Pena', 'same'],
    ['', '', 'other'],
  ])('%s and %s are %s', (a, b, expected) => {
    expect(similarityOf(a, b)).toBe(expected);
  });

  it('uses one key for all spellings, and finds possible invoice numbers', () => {
    expect(payerNameKey('The ACME Co., LLC')).toBe('acme');
    expect(invoiceNumbersIn('INV 10234-ABC / ref QBO-77 thanks')).toEqual(['10234-abc', 'qbo-77']);
  });
});
