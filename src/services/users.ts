import type { Pagination } from '../../contract/entities/common.ts';
import type {
  ImportLine,
  ImportPreview,
  ImportResult,
  TemporaryPassword,
  UserFact,
  UserHistory,
  UserImpact,
} from '../../contract/entities/people.ts';
import { fullName, type User } from '../../contract/entities/user.ts';
import { user } from './answers/people.ts';
import { isObject, readPageOf } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, pageQueryOf } from './pages.ts';

const pageRead = readPageOf(user);
const path = '/api/v1/users';
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;
export type PageOfUsers = Readonly<{ data: readonly User[]; pagination: Pagination }>;
/** Features of the server: pages with server-side search, and generated passwords. */
export type UsersFeatures = Readonly<{ pages: boolean; temporary: boolean }>;

/** spec 7.14 and 7.16 do not define the response: without a user in it, the sent values are used. */
const answered = (answer: unknown, sent: object): User => user(isObject(answer) && answer.id != null ? answer : sent);

/** spec 7.13: a single list, filtered here by name and email. */
const narrowed = (all: readonly User[], search: string): PageOfUsers => {
  const wanted = search.toLowerCase();
  const data = all.filter((each) => `${fullName(each)} ${each.email}`.toLowerCase().includes(wanted));
  return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
};

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP = 4;
/** 16 unambiguous letters and digits, in groups that are easy to read aloud. */
const madeUp = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(GROUPS * GROUP))];
  const letters = bytes.map((byte) => LETTERS[byte % LETTERS.length]);
  return Array.from({ length: GROUPS }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join('-');
};

/** spec 7.13-7.17; pages, generated passwords and imports are additions of ours. */
export const createUsers = (http: Http, features: UsersFeatures) => {
  const page = async ({ question: { search = '', ...question }, cursor, limit }: PageRequest): Promise<PageOfUsers> => {
    if (!features.pages) return narrowed(pageRead(await http(path, { query: question })).data, search);
    const query = pageQueryOf({ question: { ...question, ...(search === '' ? {} : { search }) }, cursor, limit });
    return pageRead(await http(path, { query }));
  };
  /** A stale version fails with 409 and the newest version. */
  const update = async (id: string, body: object, version: number | null, before?: User | null): Promise<User> =>
    answered(await http(pathOf(id), { method: 'PUT', body, ...ifMatch(version) }), { ...before, ...body, id });
  return {
    page,
    /** Returns the user, and the password if one was generated. */
    create: async (body: object): Promise<Readonly<{ user: User; password: string | null }>> => {
      const made = 'password' in body || features.temporary ? null : madeUp();
      const answer = await http<unknown>(path, { method: 'POST', body: made === null ? body : { ...body, password: made } });
      const password = isObject(answer) && typeof answer.temporary_password === 'string' ? answer.temporary_password : null;
      return { user: answered(answer, body), password: password ?? made };
    },
    update,
    /** Feature `people-dates`: the effect of a change on commissions. */
    impact: (id: string, body: object): Promise<UserImpact> => http(`${pathOf(id)}/impact`, { method: 'POST', body }),
    history: async (id: string): Promise<readonly UserFact[]> => (await http<UserHistory>(`${pathOf(id)}/history`)).data,
    withdrawPlanned: (id: string, field: UserFact['field'], day: string): Promise<void> =>
      http(`${pathOf(id)}/planned/${field}/${day}`, { method: 'DELETE' }),
    /** @returns the generated password if none was typed, otherwise null */
    resetPassword: async (id: string, typed: string): Promise<string | null> => {
      if (typed === '' && features.temporary)
        return (await http<TemporaryPassword>(`${pathOf(id)}/temporary-password`, { method: 'POST', body: {} })).temporary_password;
      const password = typed === '' ? madeUp() : typed;
      await update(id, { password }, null);
      return typed === '' ? password : null;
    },
    remove: (id: string): Promise<void> => http(pathOf(id), { method: 'DELETE' }),
    previewImport: async (csv: string): Promise<ImportPreview> => {
      const {
        lines,
        unread = [],
        impact = null,
      } = await http<Partial<ImportPreview>>(`${path}/import/preview`, { method: 'POST', body: { csv } });
      return { lines: lines ?? [], unread, impact };
    },
    applyImport: (lines: readonly ImportLine[]): Promise<ImportResult> =>
      http(`${path}/import`, { method: 'POST', body: { lines: [...lines] } }),
  };
};
