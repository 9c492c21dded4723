import { createHmac } from 'node:crypto';
import { allowance, startVendor, type VendorAnswer, type VendorCall } from '../kit/vendor.ts';
import { stripeSpec } from '../specs/stripe.ts';
import { type Row, rowOf } from './rows.ts';

export const KEY = `rk_test_${'a1B2c3D4'.repeat(6)}`;
const ACCOUNT = 'acct_1PgafTB7WZ01zgkW';
const DEFAULT_ROWS = 10;
const MAX_ROWS = 100;
const PERMISSIONS: Readonly<Record<string, string>> = {
  account: 'rak_accounts_kyc_basic_read',
  customers: 'rak_customer_read',
  invoices: 'rak_invoice_read',
  invoice_payments: 'rak_invoice_read',
  credit_notes: 'rak_credit_note_read',
  refunds: 'rak_charge_read',
  disputes: 'rak_dispute_read',
  events: 'rak_event_read',
};
type Options = Readonly<{ now?: () => number; perSecond?: number }>;

const expandsOf = (query: URLSearchParams, prefix: string): string[] =>
  [...query].flatMap(([name, value]) => (name.startsWith('expand[') && value.startsWith(prefix) ? [value.slice(prefix.length)] : []));

const failure = (status: number, type: string, message: string, overrides: object = {}): VendorAnswer => ({
  status,
  body: { error: { type, message, ...overrides } },
});

/**
 * A local Stripe, following its OpenAPI file and docs.stripe.com (docs/integrations/stripe.md): lists newest first with `starting_after`,
 * restricted permissions, a pinned version, events for 30 days in the account's own version, a rate limit.
 */
export const startStripe = async ({ now = Date.now, perSecond = 0 }: Options = {}) => {
  const tables = new Map<string, Map<string, Row>>(Object.keys(PERMISSIONS).map((name) => [name, new Map()]));
  const state = { key: KEY, refused: new Set<string>(), number: 0 };
  const table = (name: string): Map<string, Row> => tables.get(name) ?? new Map();
  const isAllowed = perSecond > 0 ? allowance(perSecond, 1000, now) : () => true;

  /** An invoice includes only its first payments. `expandedFields`: the fields that the call expands. */
  const expanded = (row: Row, expandedFields: readonly string[]): Row => {
    if (row.object !== 'invoice' || expandedFields.length === 0) return row;
    if (expandedFields.join() !== 'payments,customer') throw new Error(`expands ${expandedFields.join()}`);
    const payments = [...table('invoice_payments').values()].filter(({ invoice }) => invoice === row.id).reverse();
    const customer = table('customers').get(String(row.customer)) ?? row.customer;
    return {
      ...row,
      customer,
      payments: { object: 'list', data: payments.slice(0, DEFAULT_ROWS), has_more: payments.length > DEFAULT_ROWS },
    };
  };
  const matchesQuery = (row: Row, query: URLSearchParams): boolean => {
    const types = [...query].filter(([name]) => name.startsWith('types[')).map(([, value]) => value);
    const intent = query.get('payment[payment_intent]');
    return (
      (types.length === 0 || types.includes(String(row.type))) &&
      (row.object !== 'event' || Number(row.created) >= now() / 1000 - 30 * 86_400) &&
      Number(row.created) >= Number(query.get('created[gte]') ?? 0) &&
      (!query.has('invoice') || row.invoice === query.get('invoice')) &&
      (intent === null || (row.payment as { payment_intent?: string }).payment_intent === intent)
    );
  };
  const listed = (name: string, query: URLSearchParams): VendorAnswer => {
    const limit = Number(query.get('limit') ?? DEFAULT_ROWS);
    if (limit < 1 || limit > MAX_ROWS) return failure(400, 'invalid_request_error', 'Invalid integer', { param: 'limit' });
    const newestFirst = [...table(name).values()].reverse().filter((row) => matchesQuery(row, query));
    const after = query.get('starting_after');
    const from = after === null ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
    if (after !== null && from === 0) return failure(400, 'invalid_request_error', `No such object: ${after}`, { param: 'starting_after' });
    const data = newestFirst.slice(from, from + limit).map((row) => expanded(row, expandsOf(query, 'data.')));
    return { status: 200, body: { object: 'list', url: `/v1/${name}`, has_more: newestFirst.length > from + limit, data } };
  };
  const answer = ({ path, query, headers }: VendorCall): VendorAnswer => {
    const [, version, name = '', id] = path.split('/');
    if (version !== 'v1' || !tables.has(name)) return failure(404, 'invalid_request_error', `Unrecognized request URL (GET: ${path}).`);
    if (headers.authorization !== `Bearer ${state.key}`)
      return failure(401, 'invalid_request_error', 'Invalid API Key provided: rk_test_***');
    if (!isAllowed()) return failure(429, 'invalid_request_error', 'Request rate limit exceeded.', { code: 'rate_limit' });
    if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(headers['stripe-version'] ?? '')))
      return failure(400, 'invalid_request_error', 'Invalid Stripe API version');
    const permission = PERMISSIONS[name] ?? '';
    if (state.refused.has(permission))
      return failure(
        403,
        'invalid_request_error',
        `The provided key 'rk_test_***' does not have the required permissions for this endpoint on account '${ACCOUNT}'. Having the '${permission}' permission would allow this request to continue.`,
      );
    if (name === 'account') return { status: 200, body: { id: ACCOUNT, object: 'account', default_currency: 'usd' } };
    if (id === undefined) return listed(name, query);
    const row = table(name).get(id);
    return row
      ? { status: 200, body: expanded(row, expandsOf(query, '')) }
      : failure(404, 'invalid_request_error', `No such ${name}: '${id}'`, { code: 'resource_missing' });
  };
  const vendor = await startVendor(answer, { now, spec: stripeSpec });

  const seconds = (): number => Math.floor(now() / 1000);
  const nextId = (prefix: string): string => {
    state.number += 1;
    return `${prefix}_${String(state.number).padStart(6, '0')}`;
  };
  /** An event contains the object in the account's own, possibly old, version, so only its id is reliable. */
  const tell = (type: string, object: Row): void => {
    const id = nextId('evt');
    const { id: of, object: kind, invoice } = object;
    const data = { object: { id: of, object: kind, ...(kind === 'invoice_payment' ? { invoice } : {}) } };
    table('events').set(id, rowOf('event', { id, type, created: seconds(), api_version: '2019-02-19', data }));
  };
  const put = (list: string, row: Row, type: string | null): Row => {
    table(list).set(row.id, row);
    if (type !== null) tell(type, row);
    return row;
  };
  return {
    ...vendor,
    env: { STRIPE_API_URL: vendor.url },
    values: { name: 'Stripe', token_string: KEY },
    put,
    nextId,
    row: (list: string, id: string): Row => table(list).get(id) as Row,
    drop: (list: string, id: string): void => void table(list).delete(id),
    tell,
    refuse: (permission: string): void => void state.refused.add(permission),
    allow: (): void => state.refused.clear(),
    revoke: (key = 'rk_test_revoked'): void => {
      state.key = key;
    },
    /** A delivery as Stripe signs it while its secret is being replaced: two `v1`. */
    signed: (secret: string, body: object, at: number = now()) => {
      const raw = JSON.stringify(body);
      const time = Math.floor(at / 1000);
      const v1 = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
      return { raw, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${v1},v0=x` } };
    },
  };
};
export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;
