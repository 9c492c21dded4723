import type { View, ViewBody, ViewChangeBody, ViewScreen } from '../../contract/entities/view.ts';
import { type Http, ifMatch } from './http.ts';

const path = '/api/v1/views';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** Feature `views`. */
export const createViews = (http: Http) => ({
  list: async (screen: ViewScreen): Promise<readonly View[]> => (await http<{ data: View[] }>(path, { query: { screen } })).data,
  save: (body: ViewBody): Promise<View> => http(path, { method: 'POST', body }),
  change: ({ id, version }: View, body: ViewChangeBody): Promise<View> => http(toPath(id), { method: 'PUT', body, ...ifMatch(version) }),
  remove: ({ id, version }: View): Promise<void> => http(toPath(id), { method: 'DELETE', ...ifMatch(version) }),
});
