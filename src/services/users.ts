import type { Pagination } from '../../contract/entities/common.ts';
import type { ImportLine, ImportPreview, ImportResult, TemporaryPassword, UserCreated, UserPage } from '../../contract/entities/people.ts';
import { fullName, type User } from '../../contract/entities/user.ts';
import { type Http, ifMatch } from './http.ts';
import { type Asked, queryOf } from './pages.ts';

const path = '/api/v1/users';
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`;
export type PageOfUsers = Readonly<{ data: readonly User[]; pagination: Pagination }>;
/** What the server announces: pages with a search of its own, and passwords that it makes up. */
export type UsersFeatures = Readonly<{ pages: boolean; temporary: boolean }>;

/** spec 7.13: one list, narrowed here by name and e-mail. */
const narrowed = (all: readonly User[], search: string): PageOfUsers => {
  const wanted = search.toLowerCase();
  const data = all.filter((user) => `${fullName(user)} ${user.email}`.toLowerCase().includes(wanted));
  return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
};

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;
/** 16 letters and digits that cannot be taken for each other, in groups that can be read out. */
const madeUp = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP))];
  const letters = bytes.map((byte) => LETTERS[byte % LETTERS.length]);
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join('-');
};

/** spec 7.13-7.17; pages, made up passwords and imports are ours. */
export const createUsers = (http: Http, features: UsersFeatures) => {
  const page = async ({ question: { search = '', ...question }, cursor, limit }: Asked): Promise<PageOfUsers> => {
    if (!features.pages) return narrowed((await http<UserPage>(path, { query: question })).data, search);
    const query = queryOf({ question: { ...question, ...(search === '' ? {} : { search }) }, cursor, limit });
    const { data, pagination } = await http<UserPage>(path, { query });
    return { data, pagination: pagination ?? { cursor: null, limit, total: data.length } };
  };
  /** A stale version is answered with 409 and the newest. */
  const update = (id: string, body: object, version: number | null): Promise<User> =>
    http(at(id), { method: 'PUT', body, ...ifMatch(version) });
  return {
    page,
    /** Answers the user and the password that was made up, where one was. */
    create: async (body: object): Promise<Readonly<{ user: User; password: string | null }>> => {
      const made = 'password' in body || features.temporary ? null : madeUp();
      const { temporary_password, ...user } = await http<UserCreated>(path, {
        method: 'POST',
        body: made === null ? body : { ...body, password: made },
      });
      return { user, password: temporary_password ?? made };
    },
    update,
    /** @returns the password that was made up because none was typed, else null */
    resetPassword: async (id: string, typed: string): Promise<string | null> => {
      if (typed === '' && features.temporary)
        return (await http<TemporaryPassword>(`${at(id)}/temporary-password`, { method: 'POST', body: {} })).temporary_password;
      const password = typed === '' ? madeUp() : typed;
      await update(id, { password }, null);
      return typed === '' ? password : null;
    },
    remove: (id: string): Promise<void> => http(at(id), { method: 'DELETE' }),
    previewImport: async (csv: string): Promise<readonly ImportLine[]> =>
      (await http<ImportPreview>(`${path}/import/preview`, { method: 'POST', body: { csv } })).lines,
    applyImport: (lines: readonly ImportLine[]): Promise<ImportResult> =>
      http(`${path}/import`, { method: 'POST', body: { lines: [...lines] } }),
  };
};
