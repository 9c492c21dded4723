import type { LiveChange } from '../../contract/entities/live.ts';
import type { Http } from '../services/http.ts';

/** A service that keeps what it read. */
type Keeping = { forget: () => void };

/**
 * What is sent and changes no record, no adjustment and no reason of theirs, which is all that is kept: how lists look, files of reports,
 * calculations that save nothing. All else may change money somewhere, and a notice that was read leads to what is new: in doubt all is forgotten.
 */
const leavesMoney =
  /^\/api\/v1\/(users\/[^/]+\/preferences\/|(views|reports|report-schedules)(\/|$)|(commissions\/projections|(settings\/general|users\/import)\/preview)$)/;

/** Services with a cache live as long as the session: what was read is dropped before the next person, and once something was saved that may change it. */
export const keptServices = (send: Http) => {
  const services = new Map<unknown, Keeping>();
  const forgetAll = (): void => {
    for (const service of services.values()) service.forget();
  };
  /** What was refused tells as well: it is other than what was shown. */
  const http: Http = async (path, options = {}) => {
    try {
      return await send(path, options);
    } finally {
      if ((options.method ?? 'GET') !== 'GET' && !leavesMoney.test(path)) forgetAll();
    }
  };
  return {
    http,
    /** The one instance of a service that keeps what it read. */
    serviceOf: <Service extends Keeping>(make: (http: Http) => Service): Service => {
      const known = services.get(make) ?? make(http);
      services.set(make, known);
      return known as Service;
    },
    forgetAll,
    /** Notices and approvals tell of money (decisions 5.02): what was read of it may be other now. */
    heard: ({ notices, approvals }: Pick<LiveChange, 'notices' | 'approvals'>): void => {
      if (notices || approvals) forgetAll();
    },
  };
};
