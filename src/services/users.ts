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
import { isObject, pageOf } from './answers/read.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, queryOf } from './pages.ts';

const pageRead = pageOf(user);
const path = '/api/v1/users';
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`;
export type PageOfUsers = Readonly<{ data: readonly User[]; pagination: Pagination }>;
/** What the server announces: pages with a search of its own, and passwords that it makes up. */
export type UsersFeatures = Readonly<{ pages: boolean; temporary: boolean }>;

/** spec 7.14 and 7.16 leave open what is answered: where nobody is, what was sent stands for it. */
const answered = (answer: unknown, sent: object): User => user(isObject(answer) && answer.id != null ? answer : sent);

/** spec 7.13: one list, narrowed here by name and e-mail. */
const narrowed = (all: readonly User[], search: string): PageOfUsers => {
  const wanted = search.toLowerCase();
  const data = all.filter((each) => `${fullName(each)} ${each.email}`.toLowerCase().includes(wanted));
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
  const page = async ({ question: { search = '', ...question }, cursor, limit }: PageRequest): Promise<PageOfUsers> => {
    if (!features.pages) return narrowed(pageRead(await http(path, { query: question })).data, search);
    const query = queryOf({ question: { ...question, ...(search === '' ? {} : { search }) }, cursor, limit });
    return pageRead(await http(path, { query }));
  };
  /** A stale version is answered with 409 and the newest. */
  const update = async (id: string, body: object, version: number | null, before?: User | null): Promise<User> =>
    answered(await http(at(id), { method: 'PUT', body, ...ifMatch(version) }), { ...before, ...body, id });
  return {
    page,
    /** Answers the user and the password that was made up, where one was. */
    create: async (body: object): Promise<Readonly<{ user: User; password: string | null }>> => {
      const made = 'password' in body || features.temporary ? null : madeUp();
      const answer = await http<unknown>(path, { method: 'POST', body: made === null ? body : { ...body, password: made } });
      const told = isObject(answer) && typeof answer.temporary_password === 'string' ? answer.temporary_password : null;
      return { user: answered(answer, body), password: told ?? made };
    },
    update,
    /** Announced as `people-dates`: what a change would do to commissions. */
    impact: (id: string, body: object): Promise<UserImpact> => http(`${at(id)}/impact`, { method: 'POST', body }),
    history: async (id: string): Promise<readonly UserFact[]> => (await http<UserHistory>(`${at(id)}/history`)).data,
    withdrawPlanned: (id: string, field: UserFact['field'], day: string): Promise<void> =>
      http(`${at(id)}/planned/${field}/${day}`, { method: 'DELETE' }),
    /** @returns the password that was made up because none was typed, else null */
    resetPassword: async (id: string, typed: string): Promise<string | null> => {
      if (typed === '' && features.temporary)
        return (await http<TemporaryPassword>(`${at(id)}/temporary-password`, { method: 'POST', body: {} })).temporary_password;
      const password = typed === '' ? madeUp() : typed;
      await update(id, { password }, null);
      return typed === '' ? password : null;
    },
    remove: (id: string): Promise<void> => http(at(id), { method: 'DELETE' }),
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
