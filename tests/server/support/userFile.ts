import { expect } from 'vitest';
import type { ImportLine, ImportResult } from '../../../contract/entities/people.ts';
import { testApp } from './testApp.ts';

export const HEADER = 'first_name,last_name,email,role,territory,manager_email';
export const summarizeLines = (lines: readonly ImportLine[]) =>
  lines.map(({ line, what, fields, errors }) => [line, what, ...fields, ...errors]);

/** A company of four people, one of whom has left, and an administrator who imports users from a file. */
export const createUserFileCompany = async () => {
  const server = await testApp();
  const ids: Record<string, number> = {};
  for (const [name, role, first_name, last_name] of [
    ['ada', 'admin', 'Ada', 'Lane'],
    ['mia', 'sales_manager', 'Mia', 'Zhu'],
    ['sam', 'salesperson', 'Sam', 'Poe'],
    ['gus', 'salesperson', 'Gus', 'Gone'],
  ] as const)
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name, last_name, active: name !== 'gus' });
  const token = (await server.signIn('ada@example.test')).access_token;
  const ask = (csv: unknown) => server.call('POST', '/api/v1/users/import/preview', { token, body: { csv } });
  const preview = async (...rows: string[]): Promise<ImportLine[]> => {
    const answer = await ask(rows.join('\n'));
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().lines;
  };
  const apply = async (lines: readonly ImportLine[]): Promise<ImportResult['results']> => {
    const answer = await server.call('POST', '/api/v1/users/import', { token, body: { lines } });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().results;
  };
  const everybody = () => server.db.query.selectFrom('users').selectAll().orderBy('id').execute();
  return { server, ids, token, ask, preview, apply, everybody };
};
