import type { FlowPath, Flows } from '../../contract/entities/flow.ts';
import type { Http } from './http.ts';

const path = '/api/v1/flows';

/** Feature `flows`: where money waits (decisions 2.37). */
export const createFlows = (http: Http) => ({
  list: (): Promise<Flows> => http(path),
  path: (name: string, id: string): Promise<FlowPath> => http(`${path}/${encodeURIComponent(name)}/${encodeURIComponent(id)}`),
});
