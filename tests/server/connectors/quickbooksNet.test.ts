import { describe, expect, it } from 'vitest';
import { classify } from '../../../server/connectors/quickbooks/api.ts';
import { type QuickbooksEntity, quickbooksFactOf } from '../../../server/connectors/quickbooks/mapping.ts';

const choices = { notRevenue: ['Travel'], personByClass: true };
const sold = (Amount: number, name: string, overrides: object = {}) => ({
  Amount,
  DetailType: 'SalesItemLineDetail',
  SalesItemLineDetail: { ItemRef: { value: name === 'Shipping' ? 'SHIPPING_ITEM_ID' : name, name }, ...overrides },
});
const discount = (Amount: number, DiscountPercent?: number) => ({
  Amount,
  DetailType: 'DiscountLineDetail',
  DiscountLineDetail: DiscountPercent === undefined ? { PercentBased: false } : { PercentBased: true, DiscountPercent },
});
const bundle = (GroupItemRef: string, ...lines: readonly object[]) => ({
  Amount: 999,
  DetailType: 'GroupLineDetail',
  GroupLineDetail: { GroupItemRef: { value: '77', name: GroupItemRef }, Line: lines },
});
const invoice = (TotalAmt: number, Line: readonly object[], overrides: object = {}): QuickbooksEntity =>
  ({ Id: '1', DocNumber: '1', TxnDate: '2026-11-02', TotalAmt, Line, ...overrides }) as QuickbooksEntity;
const netOf = (...args: Parameters<typeof invoice>) => quickbooksFactOf('Invoice', invoice(...args), choices);

describe('decisions 2.19: net revenue of an invoice with a discount', () => {
  it.each([
    ['a percentage of revenue only', 80, [sold(100, 'Program'), discount(20, 20)], 80_00],
    ['a non-revenue item bears its part of the discount', 120, [sold(100, 'Program'), sold(50, 'Travel'), discount(30, 20)], 80_00],
    ['and of a discount by amount', 120, [sold(100, 'Program'), sold(50, 'Travel'), discount(30)], 80_00],
    ['shipping outside the percentage bears no part', 130, [sold(100, 'Program'), sold(50, 'Shipping'), discount(20, 20)], 80_00],
    ['shipping inside the percentage bears its part', 120, [sold(100, 'Program'), sold(50, 'Shipping'), discount(30, 20)], 80_00],
    ['shipping bears no part of a discount by amount', 130, [sold(100, 'Program'), sold(50, 'Shipping'), discount(20)], 80_00],
    ['rounding to the cent', 66.67, [sold(33.33, 'Program'), sold(66.67, 'Travel'), discount(33.33)], 22_22],
    ['only non-revenue items', 40, [sold(50, 'Travel'), discount(10, 20)], 0],
    ['a discount of everything', 0, [sold(100, 'Program'), sold(50, 'Travel'), discount(150, 100)], 0],
    ['a discount without items', -10, [discount(10)], -10_00],
  ])('%s', (_, total, lines, net) => {
    expect(netOf(total, lines)).toMatchObject({ net_cents: net });
  });

  it('excludes tax too', () => {
    const lines = [sold(100, 'Program'), sold(50, 'Travel'), discount(30, 20)];
    expect(netOf(129.6, lines, { TxnTaxDetail: { TotalTax: 9.6 } })).toMatchObject({ gross_cents: 129_60, net_cents: 80_00 });
  });
});

describe('decisions 2.19: items in a bundle', () => {
  it('are classified individually, and their class names the salesperson', () => {
    const lines = [bundle('Starter kit', sold(100, 'Program', { ClassRef: { name: 'Sam Seller' } }), sold(50, 'Travel'))];
    expect(netOf(150, lines)).toMatchObject({ net_cents: 100_00, salesperson: 'Sam Seller' });
  });
  it('are no revenue if the bundle is not', () => {
    expect(netOf(170, [sold(20, 'Program'), bundle('Travel', sold(100, 'Program'), sold(50, 'Hotel'))])).toMatchObject({
      net_cents: 20_00,
    });
  });
  it('carry their part of a discount', () => {
    expect(netOf(120, [bundle('Starter kit', sold(100, 'Program'), sold(50, 'Travel')), discount(30, 20)])).toMatchObject({
      net_cents: 80_00,
    });
  });
  it('may be missing', () => {
    expect(netOf(20, [sold(20, 'Program'), { Amount: 0, DetailType: 'GroupLineDetail', GroupLineDetail: {} }])).toMatchObject({
      net_cents: 20_00,
    });
  });
});

describe('QuickBooks fault codes', () => {
  const fault = (code: string) => JSON.stringify({ Fault: { Error: [{ code, Message: 'x' }] } });
  it.each([
    ['3200', 401, 'auth_expired'],
    ['003200', 401, 'auth_expired'],
    ['003001', 429, 'rate_limited'],
    ['003100', 403, 'permission'],
    ['006190', 403, 'permission'],
    ['010000', 500, 'upstream_down'],
    ['0610', 400, 'invalid_config'],
    ['000120', 400, 'auth_expired'],
    ['0', 400, null],
    ['', 400, null],
  ])('reads %s of a %i as %s, with or without leading zeros', (code, status, kind) => {
    expect(classify(status, fault(code))).toBe(kind);
  });
});
