import type { IssuedStatement, RemindedList, UnconfirmedPerson } from '../../contract/entities/periodReview.ts';
import type { Statement, StatementBody } from '../../contract/entities/statement.ts';
import type { Http } from './http.ts';

const path = '/api/v1/commission-statements';
const issuedPath = '/api/v1/issued-statements';
const remindersPath = '/api/v1/statement-reminders';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type Accepted = Pick<Statement, 'id' | 'status'>;

/** Feature `statements`: a job that writes a file (decisions 2.13). */
export const createStatements = (http: Http) => ({
  request: (body: StatementBody): Promise<Accepted> => http(path, { method: 'POST', body }),
  /** The user's own statements, newest first. */
  list: async (): Promise<readonly Statement[]> => (await http<{ data: Statement[] }>(path)).data,
  check: (id: string, signal?: AbortSignal): Promise<Statement> => http(toPath(id), { ...(signal ? { signal } : {}) }),
  retry: (id: string): Promise<Accepted> => http(`${toPath(id)}/retry`, { method: 'POST', body: {} }),
  file: (id: string): Promise<Blob> => http(`${toPath(id)}/file`, { file: true }),
  /** Feature `close-review`: the user's own statements of closed months. */
  issued: async (): Promise<readonly IssuedStatement[]> => (await http<{ data: IssuedStatement[] }>(issuedPath)).data,
  issuedFile: (id: string): Promise<Blob> => http(`${issuedPath}/${encodeURIComponent(id)}/file`, { file: true }),
  confirmIssued: (id: string): Promise<IssuedStatement> =>
    http(`${issuedPath}/${encodeURIComponent(id)}/confirm`, { method: 'POST', body: {} }),
  /** Feature `statement-reminders`: people who have not confirmed their statement, and a reminder to all of them. */
  unconfirmed: async (): Promise<readonly UnconfirmedPerson[]> => (await http<{ data: UnconfirmedPerson[] }>(remindersPath)).data,
  remind: (): Promise<RemindedList> => http(remindersPath, { method: 'POST', body: {} }),
});
