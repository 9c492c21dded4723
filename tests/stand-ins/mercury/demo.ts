import type { MercuryStandIn } from './mercury.ts';

const DAY = 86_400_000;
const customers = ['Cactus Elementary', 'Mesa Public Library', 'Desert Ridge Academy', 'Ocotillo After School', 'Saguaro STEM Camp'];

/** A few weeks of an account: deposits for the invoices of the QuickBooks stand-in, a fee, a transfer, and a pending deposit. */
export const fillDemo = (bank: MercuryStandIn): void => {
  const account = bank.addAccount();
  bank.addAccount({ name: 'Mercury Savings', nickname: 'Savings', accountNumber: '202298129902' });
  const today = Date.now();
  const instantOf = (days: number): string => new Date(today - days * DAY).toISOString();
  const add = (days: number, amount: number, counterpartyName: string, overrides: object = {}): void =>
    void bank.add({ accountId: account.id, amount, counterpartyName, createdAt: instantOf(days), ...overrides });
  add(45, -25, 'Mercury Wire Fee', { kind: 'other' });
  add(30, -5000, 'Savings', { kind: 'internalTransfer' });
  for (let item = 22; item >= 0; item -= 1) {
    const net = 1200 + ((item * 37) % 17) * 250;
    const total = Math.round(net * 108) / 100;
    const name = customers[item % customers.length] ?? '';
    const days = Math.max(1, ((item * 2) % 40) - 5);
    // Every third invoice is open in QuickBooks: its deposit names it.
    if (item % 3 === 2) add(days, total, name.toUpperCase(), { externalMemo: `Invoice ${5001 + item}` });
    else add(days, total, name, { kind: 'checkDeposit', checkNumber: String(8000 + item), externalMemo: `CHK-${8000 + item}` });
  }
  add(2, 1240, 'Stripe', { bankDescription: 'STRIPE TRANSFER' });
  add(0, 2310, 'Scottsdale Makers Guild', { status: 'pending' });
};
