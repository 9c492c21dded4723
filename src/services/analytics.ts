import type { Analytics } from '../../contract/entities/analytics.ts';
import type { Http } from './http.ts';

/** Feature `analytics`. An `of` of 'all' means everyone and is not sent. */
export const createAnalytics = (http: Http) => ({
  ask: ({ of: scope, ...question }: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Analytics> =>
    http('/api/v1/analytics', {
      query: { ...question, ...(scope === 'all' || scope === undefined ? {} : { of: scope }) },
      ...(signal ? { signal } : {}),
    }),
});
