import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { composeApp } from '../../../src/app/compose.ts';
import { createCommissions } from '../../../src/services/commissions.ts';
import { user } from '../../models/session/cases.ts';

/** Answers each request; rejects if the network is lost. */
let answer: (path: string) => Response | Promise<Response>;
const json = (body: unknown, status = 200) => Response.json(body, { status });
const page = (total_commission: number) => ({ data: [], pagination: { cursor: null, limit: 50 }, summary: { total_commission } });
const online = (path: string): Response => {
  if (path.endsWith('/public/settings')) return json({ companyName: 'Acme' });
  if (path.endsWith('/auth/me')) return json(user);
  return json(page(7));
};
const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const deleted: string[] = [];
const request = { cursor: null, limit: 50 } as unknown as Parameters<ReturnType<typeof createCommissions>['page']>[0];

const start = async () => {
  const app = composeApp({ baseURL: 'http://quotaboard.test' });
  app.start();
  return app;
};

beforeEach(() => {
  answer = online;
  deleted.length = 0;
  localStorage.clear();
  localStorage.setItem('token', 'at_1');
  localStorage.setItem('refresh_token', 'rt_1');
  vi.stubGlobal('fetch', async (request: Request | string) =>
    answer(new URL(typeof request === 'string' ? request : request.url).pathname),
  );
  vi.stubGlobal('caches', {
    keys: async () => [`quotaboard-figures-${user.id}`],
    open: async () => ({ match: async () => undefined, put: async () => {}, keys: async () => [], delete: async () => true }),
    delete: async (name: string) => deleted.push(name),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('decisions 8.09: stored figures are not current after the network is back and the user has left the page', async () => {
  const app = await start();
  await vi.waitFor(() => expect(app.session.getSnapshot().hasTag('authenticated')).toBe(true));
  const service = app.getService(createCommissions);
  await service.page(request);
  service.forget();
  answer = lost;
  await service.page(request);
  await vi.waitFor(() => expect(app.network.getSnapshot().hasTag('offline')).toBe(true));
  answer = (path) => (path.endsWith('/commissions') ? json(page(8)) : online(path));
  app.network.send({ type: 'network.returned' });
  await vi.waitFor(() => expect(app.network.getSnapshot().hasTag('outdated')).toBe(true));
  app.network.send({ type: 'place.changed' });
  expect(await service.page(request)).toMatchObject({ summary: { total_commission: 8 } });
});

it('decisions 8.09: a server that fails at the start of a visit leaves the stored figures, and the end of the session deletes them', async () => {
  localStorage.setItem('remembered_user', user.id);
  answer = (path) => (path.endsWith('/auth/me') ? json({ message: 'Starting' }, 503) : online(path));
  const app = await start();
  await vi.waitFor(() => expect(app.session.getSnapshot().matches('signedOut')).toBe(true));
  expect(deleted).toEqual([]);
  app.session.send({ type: 'session.ended' });
  await vi.waitFor(() => expect(deleted).toEqual([`quotaboard-figures-${user.id}`]));
});

it.each([
  ["a proxy's page", () => new Response('<html>', { status: 200 })],
  ['a 502 from a proxy', () => new Response('Bad gateway', { status: 502 })],
  ['unexpected JSON', () => json({ login: '/portal' })],
])('decisions 8.09: %s does not bring the network back', async (_, reply) => {
  const app = await start();
  await vi.waitFor(() => expect(app.session.getSnapshot().hasTag('authenticated')).toBe(true));
  answer = reply;
  app.network.send({ type: 'network.lost', at: null });
  await vi.waitFor(() => expect(app.network.getSnapshot().matches({ offline: 'waiting' })).toBe(true));
  answer = online;
  app.network.send({ type: 'network.returned' });
  await vi.waitFor(() => expect(app.network.getSnapshot().matches('connected')).toBe(true));
});
