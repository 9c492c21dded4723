import { fill } from '../../../contract/messages/fill.ts';
import { stripe as t } from '../../../contract/messages/stripe.ts';
import type { Refusal } from '../../domain/connections/connectionProblem.ts';
import { type Connected, refusalKind } from '../../domain/connections/connector.ts';
import { type Answer, answerRowsOf, idOf, recordOf, refOf } from '../answers.ts';
import { keyedCalls } from '../http/keyedCalls.ts';
import type { SourcePaidLine } from '../payments.ts';
import { readAllRows } from '../reading.ts';

/** The connector reads objects in this API version, whatever the account's own version is. */
const API_VERSION = '2025-11-17.clover';
/** Stripe allows 25 calls per second to one endpoint, 100 in total in live mode, and 25 in a sandbox. */
const rules = [{ name: 'calls', limit: 20, periodMs: 1000, burst: 10 }];
const RATE_LIMITED_MS = 1000;
const PAGE_ROWS = '100';

/** In import order. */
export const lists = ['customers', 'invoices', 'credit_notes', 'refunds', 'disputes'] as const;
export type List = (typeof lists)[number];
type Query = Readonly<Record<string, string>>;
type Page = Readonly<{ rows: readonly Answer[]; hasMore: boolean }>;

const pageOf = (body: unknown): Page => {
  const { data, has_more } = recordOf(body);
  return { rows: answerRowsOf(data), hasMore: has_more === true };
};
const expandQuery = (list: List, prefix: string): Query =>
  list === 'invoices' ? { 'expand[0]': `${prefix}payments`, 'expand[1]': `${prefix}customer` } : {};

/** Stripe, read only: nothing here writes. */
export const stripeApi = (connected: Connected, baseUrl: string) => {
  const { name } = connected.connection;
  const classify = (status: number, body: string): Refusal | null => {
    const permission = status === 403 ? /rak_[a-z_]+/.exec(body)?.[0] : undefined;
    return permission ? { kind: 'permission', message: fill(t.missingPermission, { name, permission }) } : null;
  };
  const options = { baseUrl: `${baseUrl}/v1`, rules, classify, rateLimitedMs: RATE_LIMITED_MS };
  const get = keyedCalls(connected, 'key', options, { 'stripe-version': API_VERSION });
  const page = (path: string, query: Query, after: string | null): Promise<Page> =>
    get(path, { limit: PAGE_ROWS, ...query, ...(after ? { starting_after: after } : {}) }, pageOf);
  const all = (path: string, query: Query): Promise<Answer[]> =>
    readAllRows((last) => page(path, query, last === undefined ? null : idOf(last.id)));
  return {
    /** The account, and the response time by the vendor's own clock. */
    account: () =>
      get('account', {}, (body, headers) => ({ id: idOf(recordOf(body).id), at: new Date(Date.parse(headers.get('date') ?? '')) })),
    isLive: async () => !(await connected.secret('key'))?.text.startsWith('rk_test_'),
    /** Proves permission to read a list. */
    checkPermission: (path: string) => get(path, { limit: '1' }, pageOf),
    page: (list: List, after: string | null) => page(list, expandQuery(list, 'data.'), after),
    all,
    /** An object's current state; null for a deleted draft. */
    read: (list: List, id: string): Promise<Answer | null> =>
      get(`${list}/${id}`, expandQuery(list, ''), recordOf).catch((error: unknown) => {
        if (list === 'invoices' && refusalKind(error) === 'invalid_config') return null;
        throw error;
      }),
    /** Payments of an invoice, which itself includes only the first few. */
    paymentsOf: async ({ id, payments }: Answer): Promise<readonly Answer[]> => {
      const { rows, hasMore } = pageOf(payments);
      return hasMore ? all('invoice_payments', { invoice: idOf(id) }) : rows;
    },
    /** Invoices paid by the payment of a refund or dispute, in order. */
    paidBy: async ({ payment_intent }: Answer): Promise<SourcePaidLine[]> => {
      const intent = refOf(payment_intent);
      if (intent === null) return [];
      const rows = await all('invoice_payments', { 'payment[type]': 'payment_intent', 'payment[payment_intent]': intent });
      const paid = rows.toReversed().filter(({ status }) => status === 'paid');
      return paid.map(({ invoice, amount_paid }) => ({ invoice: idOf(refOf(invoice)), amount_cents: Number(amount_paid) }));
    },
  };
};
export type StripeApi = ReturnType<typeof stripeApi>;
