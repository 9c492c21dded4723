import type { Http } from '../services/http.ts';

/** A service that keeps what it read. `written`: anything was saved, which may change what it keeps. */
type Keeping = { forget: () => void; written?: () => void };

/** Services with a cache live as long as the session: what was read for one person is dropped before the next. */
export const keptServices = (send: Http) => {
  const services = new Map<unknown, Keeping>();
  /** What was refused tells as well: it is other than what was shown. */
  const http: Http = async (path, options = {}) => {
    try {
      return await send(path, options);
    } finally {
      if ((options.method ?? 'GET') !== 'GET') for (const service of services.values()) service.written?.();
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
    forgetAll: (): void => {
      for (const service of services.values()) service.forget();
    },
  };
};
