import { describe, expect, it } from 'vitest';
import { createCachedServices } from '../../src/app/cachedServices.ts';
import { createAdjustments } from '../../src/services/adjustments.ts';
import { createCommissions } from '../../src/services/commissions.ts';
import type { Http } from '../../src/services/http.ts';

const pages = { commissions: createCommissions, adjustments: createAdjustments } as const;
const first = { question: {}, cursor: null, limit: 10 };

/** The service as in the app, on a server that answers reads on command. */
const served = (kind: keyof typeof pages) => {
  const answers: (() => void)[] = [];
  const send = (async (_: string, { method = 'GET' } = {}) => {
    if (method === 'GET') await new Promise<void>((resolve) => answers.push(resolve));
    return { data: [], pagination: { cursor: null, limit: 10, total: 0 } };
  }) as Http;
  const services = createCachedServices(send);
  const { page } = services.getService<{ page: (request: typeof first) => Promise<unknown>; forget: () => void }>(pages[kind]);
  /** Reads the first page. Resolves to the number of reads the server has received. */
  const read = async (): Promise<number> => {
    const reading = page(first);
    for (const answer of answers) answer();
    await reading;
    return answers.length;
  };
  return { ...services, answers, page, read };
};

describe.each(['commissions', 'adjustments'] as const)(
  'spec 9.01: pages of %s are cached until something may have changed them',
  (kind) => {
    it('a cached page is not requested again', async () => {
      const { read } = served(kind);
      expect(await read()).toBe(1);
      expect(await read()).toBe(1);
    });

    it('a save anywhere in the app reloads it', async () => {
      const { read, http } = served(kind);
      await read();
      await http('/api/v1/approvals/decide', { method: 'POST' });
      expect(await read()).toBe(2);
    });

    it.each([
      ['PATCH', '/api/v1/users/7/preferences/columns'],
      ['POST', '/api/v1/views'],
      ['PUT', '/api/v1/views/3'],
      ['DELETE', '/api/v1/views/3'],
      ['POST', '/api/v1/reports'],
      ['DELETE', '/api/v1/reports/5'],
      ['PUT', '/api/v1/report-schedules/5'],
      ['POST', '/api/v1/commissions/projections'],
      ['POST', '/api/v1/settings/general/preview'],
      ['POST', '/api/v1/users/import/preview'],
    ])('%s %s changes no record, no adjustment and no reason, and keeps the cache', async (method, path) => {
      const { read, http } = served(kind);
      await read();
      await http(path, { method });
      expect(await read()).toBe(1);
    });

    it.each([
      ['PATCH', '/api/v1/users/me'],
      ['PUT', '/api/v1/users/7'],
      ['POST', '/api/v1/users/import'],
      ['PUT', '/api/v1/settings/general'],
      ['POST', '/api/v1/invoices'],
      ['POST', '/api/v1/invoices/7/send'],
      ['PUT', '/api/v1/payments/7/allocations'],
      ['POST', '/api/v1/adjustments'],
      ['PUT', '/api/v1/commissions/7/hold'],
      ['PATCH', '/api/v1/events/7'],
      ['PUT', '/api/v1/deals/7'],
      ['POST', '/api/v1/imports/7/commit'],
      // A read notification counts too: its link leads to new figures.
      ['PUT', '/api/v1/notifications/1/read'],
      // Paths that don't exist yet.
      ['POST', '/api/v1/anything-new'],
      ['POST', '/api/v1/views-of-money'],
    ])('%s %s may change them, and clears the cache', async (method, path) => {
      const { read, http } = served(kind);
      await read();
      await http(path, { method });
      expect(await read()).toBe(2);
    });

    it.each([
      { notices: true, approvals: false, readings: 2 },
      { notices: false, approvals: true, readings: 2 },
      { notices: false, approvals: false, readings: 1 },
    ])('decisions 5.02: live news ($notices, $approvals) lead to $readings requests', async ({ readings, ...news }) => {
      const { read, forgetStale } = served(kind);
      await read();
      forgetStale(news);
      expect(await read()).toBe(readings);
    });

    it('a page requested before a save still arrives, and is not cached', async () => {
      const { page, read, http, answers } = served(kind);
      const early = page(first);
      await http('/api/v1/approvals/decide', { method: 'POST' });
      for (const answer of answers) answer();
      expect(await early).toMatchObject({ data: [] });
      expect(await read()).toBe(2);
    });
  },
);
