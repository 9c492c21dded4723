import type { Session } from '../../contract/entities/auth.ts';
import type { Http } from './http.ts';

const path = '/api/v1/auth/sessions';

/** Feature `sessions`: the devices where the user is signed in. */
export const createOwnSessions = (http: Http) => ({
  list: async (): Promise<readonly Session[]> => (await http<{ data: Session[] }>(path)).data,
  end: (id: string): Promise<void> => http(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  endOthers: (): Promise<void> => http(`${path}/end-others`, { method: 'POST', body: {} }),
});
