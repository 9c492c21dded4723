import type { LiveChange } from '../../contract/entities/live.ts';
import type { Http } from '../services/http.ts';

/** A service with a cache. */
type CachingService = { forget: () => void };

/**
 * Writes that cannot change a cached answer (records, adjustments and their explanations): list layouts, report files, and
 * calculations that save nothing. All others clear every cache, because they may change amounts anywhere; even a notice marked as
 * read may point to new data.
 */
const changesNoAmounts =
  /^\/api\/v1\/(users\/[^/]+\/preferences\/|(views|reports|report-schedules)(\/|$)|(commissions\/projections|(settings\/general|users\/import)\/preview)$)/;

/** Cached services live as long as the session. Caches are cleared for the next user, and after each save that may affect them. */
export const createCachedServices = (send: Http) => {
  const services = new Map<unknown, CachingService>();
  const forgetAll = (): void => {
    for (const service of services.values()) service.forget();
  };
  /** Clears the caches even if the write was refused, because a refusal may mean that they are out of date. */
  const http: Http = async (path, options = {}) => {
    try {
      return await send(path, options);
    } finally {
      if ((options.method ?? 'GET') !== 'GET' && !changesNoAmounts.test(path)) forgetAll();
    }
  };
  return {
    http,
    /** The shared instance of a cached service. */
    getService: <Service extends CachingService>(create: (http: Http) => Service): Service => {
      const service = services.get(create) ?? create(http);
      services.set(create, service);
      return service as Service;
    },
    forgetAll,
    /** A new notice or approval concerns money (decisions 5.02), so cached amounts may be out of date. */
    forgetStale: ({ notices, approvals }: Pick<LiveChange, 'notices' | 'approvals'>): void => {
      if (notices || approvals) forgetAll();
    },
  };
};
