import type { Wake, WakeKind } from '../../contract/entities/wake.ts';
import type { Http } from './http.ts';

/** Feature `wake`: every figure that an item changed. */
export const createWake = (http: Http) => ({
  of: (kind: WakeKind, id: string): Promise<Wake> => http(`/api/v1/wake/${kind}/${encodeURIComponent(id)}`),
});
