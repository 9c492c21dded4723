import type { World } from './world.ts';

export type Answered = Readonly<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;
const MAX_ROWS = 1000;
const error = (status: number, errorCode: string, message: string, overrides: object = {}): Answered => ({
  status,
  body: { errors: { errorCode, message, ...overrides } },
});
const organization = {
  id: '0d6f6d3e-53a7-4c6c-8f4b-0a8f6f1f2a10',
  legalBusinessName: 'Acme Robotics, Inc.',
  kind: 'business',
  billingCadence: 'monthly',
  subscriptionTier: 'free',
  dbas: [],
};
export const notFound = error(404, 'notFound', 'Not found');

/** A page of ordered rows: `start_after` and `end_before` exclude, `start_at` includes. */
const pageOf = <Row extends { id: string }>(
  rows: readonly Row[],
  query: URLSearchParams,
  defaultDirection: 'asc' | 'desc' = 'asc',
): readonly Row[] => {
  const ordered = (query.get('order') ?? defaultDirection) === 'desc' ? rows.toReversed() : rows;
  const place = (name: string): number | null => {
    const index = ordered.findIndex(({ id }) => id === query.get(name));
    return index < 0 ? null : index;
  };
  const from = place('start_at') ?? (place('start_after') ?? -1) + 1;
  const to = place('end_before') ?? ordered.length;
  const limit = Math.min(MAX_ROWS, Math.max(1, Number(query.get('limit') ?? MAX_ROWS)));
  return ordered.slice(from, to).slice(0, limit);
};
const listed = (query: URLSearchParams, name: string): readonly string[] | null => query.get(name)?.split(',') ?? null;
const within = (value: string | null, from: string | null, to: string | null): boolean =>
  (from === null || (value !== null && value >= new Date(from).toISOString())) &&
  (to === null || (value !== null && value <= new Date(to).toISOString()));

/** Transactions filtered by creation (`start`, `end`), posting, status, account and text, as documented. */
const transactions = ({ transactions: all }: World, query: URLSearchParams): Answered => {
  const [statuses, accounts, search] = [listed(query, 'status'), listed(query, 'accountId'), query.get('search')?.toLowerCase()];
  const result = all
    .filter(({ createdAt }) => within(createdAt, query.get('start'), query.get('end')))
    .filter(({ postedAt }) => within(postedAt, query.get('postedStart'), query.get('postedEnd')))
    .filter(({ status, accountId }) => (!statuses || statuses.includes(status)) && (!accounts || accounts.includes(accountId)))
    .filter(({ counterpartyName }) => !search || counterpartyName.toLowerCase().includes(search))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { status: 200, body: { transactions: pageOf(result, query) } };
};

/** A token without the prefix is reported as possibly malformed. */
export const refusal = (authorization: string | undefined, token: string): Answered | null => {
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  const given = basic ? Buffer.from(basic, 'base64').toString().split(':').slice(0, 2).join(':') : authorization?.replace(/^Bearer /, '');
  if (given === token) return null;
  if (given && !given.startsWith('secret-token:'))
    return error(401, 'noTokenInDBButMaybeMalformed', 'Token not found. It may be malformed.');
  return error(401, 'noTokenInDB', 'Token not found.');
};
export const ipRefused = error(401, 'ipNotWhitelisted', 'IP address is not on the allow list', { ip: '203.0.113.9' });

export const answerOf = (world: World, path: string, query: URLSearchParams): Answered => {
  const [, one] = /^\/transactions?\/([^/]+)$/.exec(path) ?? [];
  if (one) {
    const match = world.transactions.find(({ id }) => id === decodeURIComponent(one));
    return match ? { status: 200, body: match } : notFound;
  }
  const [, account] = /^\/account\/([^/]+)$/.exec(path) ?? [];
  if (account) {
    const match = world.accounts.find(({ id }) => id === account);
    return match ? { status: 200, body: match } : notFound;
  }
  switch (path) {
    case '/accounts':
      return { status: 200, body: { accounts: pageOf(world.accounts, query) } };
    case '/credit':
      return { status: 200, body: { accounts: world.cards } };
    case '/transactions':
      return transactions(world, query);
    case '/events':
      return { status: 200, body: { events: pageOf(world.events, query) } };
    case '/organization':
      return { status: 200, body: { organization } };
    default:
      return notFound;
  }
};
