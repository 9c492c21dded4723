import { createCompany } from './company.ts';
import { startStripe } from './stripe.ts';

const customers = ['Cactus Elementary', 'Mesa Public Library', 'Desert Ridge Academy'];
const DAY_MS = 86_400_000;

/** Some weeks of an account: paid and open invoices, a credit note, a refund, a lost and a won dispute (decisions 7.09). */
export const demoStripe = async () => {
  const stripe = await startStripe();
  const company = createCompany(stripe);
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
  for (const [index, name] of customers.entries())
    company.customer(`cus_${index + 1}`, name, { email: `billing${index + 1}@example.test` });
  for (let index = 1; index <= 9; index += 1) {
    const id = `in_${index}`;
    const total = 40_000 + index * 12_500;
    const customer = (index % customers.length) + 1;
    company.open(id, total, { customer: `cus_${customer}`, customer_name: customers[customer - 1] ?? null }, daysAgo(60 - index * 5));
    if (index > 7) continue;
    const intent = company.pay({ [id]: total }, daysAgo(55 - index * 5));
    if (index === 3) company.refund(intent, 10_000, {}, daysAgo(30));
    if (index === 4) company.dispute('dp_1', intent, total, 'lost', [{ amount: -total }], daysAgo(20));
    if (index === 5) company.dispute('dp_2', intent, total, 'won', [{ amount: -total }, { amount: total }], daysAgo(15));
  }
  company.creditNote('cn_1', 'in_8', 20_000, {}, daysAgo(5));
  return stripe;
};
