import type { FlowPath, Flows } from '../../contract/entities/flow.ts';
import type { Http } from './http.ts';

const path = '/api/v1/flows';

/** Feature `flows`: where money waits (decisions 2.37). */
export const createFlows = (http: Http) => ({
  list: (): Promise<Flows> => http(path),
  /** @param record `payout-12`: the lifecycle and the record's id */
  path: (record: string): Promise<FlowPath> => {
    const [name = '', ...id] = record.split('-');
    return http(`${path}/${encodeURIComponent(name)}/${encodeURIComponent(id.join('-'))}`);
  },
});
