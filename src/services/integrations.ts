import type {
  ConnectionKind,
  HeldRecordPage,
  Integration,
  IntegrationSetup,
  PlacementChoice,
  SyncFrequency,
  SyncRun,
  SyncRunPage,
} from '../../contract/entities/connection.ts';
import { authUrl, integration } from './answers/connections.ts';
import { readPageOf } from './answers/read.ts';
import type { Http } from './http.ts';

const readPage = readPageOf(integration);

/** Connections of one external system (spec 7.07-7.12, 7.33); runs, schedules and quarantine are announced features. */
export const createIntegrations = (http: Http, kind: ConnectionKind) => {
  const path = `/api/v1/integrations/${kind}`;
  const toPath = (id: string, suffix = ''): string => `${path}/${encodeURIComponent(id)}${suffix}`;
  const post = <Data>(to: string, body: object = {}): Promise<Data> => http<Data>(to, { method: 'POST', body });
  return {
    list: async (signal?: AbortSignal): Promise<readonly Integration[]> =>
      readPage(await http<unknown>(path, { ...(signal ? { signal } : {}) })).data,
    add: (form: object): Promise<unknown> => post(path, form),
    /** The URL of the vendor's sign-in page. */
    signIn: async (form: object): Promise<string> => authUrl(await post(path, form)),
    reconnect: (id: string, form: object): Promise<unknown> => post(toPath(id, '/reconnect'), form),
    remove: (id: string): Promise<void> => http(toPath(id), { method: 'DELETE' }),
    test: (id: string): Promise<unknown> => http(toPath(id, '/test-connection'), { method: 'POST' }),
    sync: (id: string): Promise<unknown> => http(toPath(id, '/sync'), { method: 'POST' }),
    refreshInfo: (id: string): Promise<unknown> => http(toPath(id, '/refresh-info'), { method: 'POST' }),
    schedule: (id: string, frequency: SyncFrequency): Promise<unknown> =>
      http(toPath(id, '/schedule'), { method: 'PUT', body: { frequency } }),
    choose: (id: string, settings: object): Promise<unknown> => http(toPath(id, '/settings'), { method: 'PUT', body: settings }),
    setup: (): Promise<IntegrationSetup> => http(`${path}/setup`),
    runs: (id: string): Promise<readonly SyncRun[]> => http<SyncRunPage>(toPath(id, '/runs')).then(({ data }) => data),
    held: (id: string): Promise<Pick<HeldRecordPage, 'data' | 'answers'>> => http<HeldRecordPage>(toPath(id, '/quarantine')),
    retryHeld: (id: string, ids: readonly string[], choice?: string): Promise<unknown> =>
      post(toPath(id, '/quarantine/retry'), { ids, ...(choice ? { answer: choice } : {}) }),
    answerQuestion: (id: string, choice: PlacementChoice): Promise<unknown> =>
      http(toPath(id, '/quarantine/answers'), { method: 'PUT', body: choice }),
    dropHeld: (id: string, ids: readonly string[]): Promise<unknown> => post(toPath(id, '/quarantine/drop'), { ids }),
  };
};
export type IntegrationsService = ReturnType<typeof createIntegrations>;
