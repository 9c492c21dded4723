import type {
  ConnectionKind,
  HeldRecord,
  HeldRecordPage,
  Integration,
  IntegrationSetup,
  SyncFrequency,
  SyncRun,
  SyncRunPage,
} from '../../contract/entities/connection.ts';
import type { Http } from './http.ts';

/** Of an answer that may be a bare list or one of ours (decisions 1.05). */
const listed = (answer: unknown): readonly Integration[] => {
  const data = Array.isArray(answer) ? answer : (answer as { data?: unknown } | null)?.data;
  return Array.isArray(data) ? (data as Integration[]) : [];
};

/** Connections of one outside system (spec 7.07-7.12, 7.33); runs, schedules and quarantine are announced. */
export const createIntegrations = (http: Http, kind: ConnectionKind) => {
  const path = `/api/v1/integrations/${kind}`;
  const of = (id: string, rest = ''): string => `${path}/${encodeURIComponent(id)}${rest}`;
  const post = <Answer>(to: string, body: object = {}): Promise<Answer> => http<Answer>(to, { method: 'POST', body });
  return {
    list: async (signal?: AbortSignal): Promise<readonly Integration[]> =>
      listed(await http<unknown>(path, { ...(signal ? { signal } : {}) })),
    add: <Answer = Integration>(form: object): Promise<Answer> => post(path, form),
    reconnect: (id: string, form: object): Promise<Integration> => post(of(id, '/reconnect'), form),
    remove: (id: string): Promise<void> => http(of(id), { method: 'DELETE' }),
    test: (id: string): Promise<unknown> => http(of(id, '/test-connection'), { method: 'POST' }),
    sync: (id: string): Promise<SyncRun> => http(of(id, '/sync'), { method: 'POST' }),
    refreshInfo: (id: string): Promise<unknown> => http(of(id, '/refresh-info'), { method: 'POST' }),
    schedule: (id: string, frequency: SyncFrequency): Promise<unknown> => http(of(id, '/schedule'), { method: 'PUT', body: { frequency } }),
    choose: (id: string, settings: object): Promise<unknown> => http(of(id, '/settings'), { method: 'PUT', body: settings }),
    setup: (): Promise<IntegrationSetup> => http(`${path}/setup`),
    runs: (id: string): Promise<readonly SyncRun[]> => http<SyncRunPage>(of(id, '/runs')).then(({ data }) => data),
    held: (id: string): Promise<readonly HeldRecord[]> => http<HeldRecordPage>(of(id, '/quarantine')).then(({ data }) => data),
    retryHeld: (id: string, ids: readonly string[], answer?: string): Promise<unknown> =>
      post(of(id, '/quarantine/retry'), { ids, ...(answer ? { answer } : {}) }),
    dropHeld: (id: string, ids: readonly string[]): Promise<unknown> => post(of(id, '/quarantine/drop'), { ids }),
  };
};
export type IntegrationsService = ReturnType<typeof createIntegrations>;
