import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCachedServices } from '../../src/app/cachedServices.ts';
import { createExplanations } from '../../src/services/explanations.ts';
import type { Http } from '../../src/services/http.ts';
import { range, record, summary } from '../screens/commissions/figuresCases.ts';

afterEach(() => void vi.useRealTimers());

/** The service as in the app, on a server that answers every call with `answer`. */
const served = (answer: object = { pending: 0 }) => {
  const requests: string[] = [];
  const send = (async (path: string, { method = 'GET' } = {}) => {
    requests.push(`${method} ${path}`);
    return answer;
  }) as Http;
  const { http, getService } = createCachedServices(send);
  return { asked: requests, http, why: getService(createExplanations) };
};
const path = 'GET /api/v1/commissions/9/explain';

describe('decisions 2.04: explanations are cached, except those that may have changed', () => {
  it('the same record is requested once, also while the answer is pending', async () => {
    const { asked: requests, why } = served();
    await Promise.all([why.explain(record, ''), why.explain(record, '')]);
    await why.explain({ ...record }, '');
    expect(requests).toEqual([path]);
  });

  it('another day, another record, and a record with changed text are requested again', async () => {
    const { asked: requests, why } = served();
    await why.explain(record, '');
    await why.explain(record, '2026-10-31');
    await why.explain({ ...record, status: 'due' }, '');
    await why.explain({ ...record, id: '10' }, '');
    expect(requests).toHaveLength(4);
  });

  it('spec 9.01: is loaded again after five minutes', async () => {
    vi.useFakeTimers();
    const { asked: requests, why } = served();
    await why.explain(record, '');
    vi.advanceTimersByTime(299_999);
    await why.explain(record, '');
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await why.explain(record, '');
    expect(requests).toHaveLength(2);
  });

  it('decisions 7.08: nothing is cached while figures are being computed', async () => {
    const { asked: requests, why } = served({ pending: 2 });
    await why.explain(record, '');
    await why.explain(record, '');
    expect(requests).toHaveLength(2);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s of anything clears the cache; a read does not', async (method) => {
    const { asked: requests, http, why } = served();
    await why.explain(record, '');
    await http('/api/v1/anything');
    await why.explain(record, '');
    expect(requests).toEqual([path, 'GET /api/v1/anything']);
    await http('/api/v1/anything', { method });
    await why.explain(record, '');
    expect(requests.slice(2)).toEqual([`${method} /api/v1/anything`, path]);
  });

  it('a refused change also clears it, and a failed answer is never cached', async () => {
    let fails = true;
    const requests: string[] = [];
    const send = (async (to: string) => {
      requests.push(to);
      if (fails) throw new Error('no answer');
      return {};
    }) as Http;
    const { http, getService } = createCachedServices(send);
    const why = getService(createExplanations);
    await expect(why.explain(record, '')).rejects.toThrow('no answer');
    fails = false;
    await why.explain(record, '');
    fails = true;
    await expect(http('/api/v1/adjustments', { method: 'POST' })).rejects.toThrow('no answer');
    fails = false;
    await why.explain(record, '');
    expect(requests).toHaveLength(4);
  });

  it('the changes of a total are cached for that summary', async () => {
    const { asked: requests, why } = served();
    await why.changes({ userId: '7' }, range, summary);
    await why.changes({ userId: '7' }, range, { ...summary });
    await why.difference({ userId: '7' }, range, summary);
    expect(requests).toEqual(['GET /api/v1/commissions/changes', 'GET /api/v1/commissions/difference']);
    await why.changes({ userId: '7' }, range, { ...summary, total_commission: 1 });
    expect(requests).toHaveLength(3);
  });
});
