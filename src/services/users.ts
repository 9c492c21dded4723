import type { Pagination } from '../../contract/entities/common.ts';
import type {
  ImportLine,
  ImportPreview,
  ImportResult,
  Invitation,
  TemporaryPassword,
  UserFact,
  UserHistory,
  UserImpact,
  UserImport,
  UserImportChoices,
  UserImportLayout,
  UserImportUndo,
  UsersSummary,
} from '../../contract/entities/people.ts';
import { fullName, type User } from '../../contract/entities/user.ts';
import { user } from './answers/people.ts';
import { isFields, orNull, readMoney, readPageOf, shape } from './answers/read.ts';
import { absoluteUrl } from './browser.ts';
import { type Http, ifMatch } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const readPage = readPageOf(
  user,
  orNull(shape<UsersSummary>({ active: readMoney, inactive: readMoney, temporary: readMoney, locked: readMoney })),
);
const path = '/api/v1/users';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
/** `summary`: missing or null if the server does not count everyone. */
export type PageOfUsers = Readonly<{ data: readonly User[]; pagination: Pagination; summary?: UsersSummary | null }>;
/** Features of the server: pages with server-side search, and generated passwords. */
export type UsersFeatures = Readonly<{ pages: boolean; temporary: boolean }>;

/** spec 7.14 and 7.16 do not define the response: without a user in it, the sent values are used. */
const readUser = (response: unknown, sentBody: object): User => user(isFields(response) && response.id != null ? response : sentBody);

/** spec 7.13: a single list, filtered here by name and email. */
const filterUsers = (all: readonly User[], search: string): PageOfUsers => {
  const query = search.toLowerCase();
  const data = all.filter((user) => `${fullName(user)} ${user.email}`.toLowerCase().includes(query));
  return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
};

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUP_COUNT = 4;
const GROUP_SIZE = 4;
/** 16 unambiguous letters and digits, in groups that are easy to read aloud. */
const generatePassword = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(GROUP_COUNT * GROUP_SIZE))];
  const letters = bytes.map((byte) => LETTERS[byte % LETTERS.length]);
  return Array.from({ length: GROUP_COUNT }, (_, group) => letters.slice(group * GROUP_SIZE, (group + 1) * GROUP_SIZE).join('')).join('-');
};

/** `layout`: choices to remember for the next file; `importId`: the import to which the file's earlier lines belong. */
type AppliedChunk = Readonly<{
  lines: readonly ImportLine[];
  title: string;
  layout: UserImportLayout | null;
  importId: string | null;
}>;

/** spec 7.13-7.17; pages, generated passwords and imports are ours. */
export const createUsers = (http: Http, features: UsersFeatures) => {
  const page = async ({ question: { search = '', ...question }, cursor, limit }: PageRequest): Promise<PageOfUsers> => {
    if (!features.pages) return filterUsers(readPage(await http(path, { query: question })).data, search);
    const query = toPageQuery({ question: { ...question, ...(search === '' ? {} : { search }) }, cursor, limit });
    return readPage(await http(path, { query }));
  };
  /** A stale version fails with 409 and the newest version. */
  const update = async (id: string, body: object, version: number | null, previous?: User | null): Promise<User> =>
    readUser(await http(toPath(id), { method: 'PUT', body, ...ifMatch(version) }), { ...previous, ...body, id });
  return {
    page,
    /** Returns the user, and the password if one was generated. */
    create: async (body: object): Promise<Readonly<{ user: User; password: string | null }>> => {
      const generatedPassword = 'password' in body || features.temporary ? null : generatePassword();
      const response = await http<unknown>(path, {
        method: 'POST',
        body: generatedPassword === null ? body : { ...body, password: generatedPassword },
      });
      const password = isFields(response) && typeof response.temporary_password === 'string' ? response.temporary_password : null;
      return { user: readUser(response, body), password: password ?? generatedPassword };
    },
    update,
    /** Feature `people-dates`: the effect of a change on commissions. */
    impact: (id: string, body: object): Promise<UserImpact> => http(`${toPath(id)}/impact`, { method: 'POST', body }),
    history: async (id: string): Promise<readonly UserFact[]> => (await http<UserHistory>(`${toPath(id)}/history`)).data,
    withdrawPlanned: (id: string, field: UserFact['field'], day: string): Promise<void> =>
      http(`${toPath(id)}/planned/${field}/${day}`, { method: 'DELETE' }),
    /** @returns the generated password if none was typed, otherwise null */
    resetPassword: async (id: string, enteredPassword: string): Promise<string | null> => {
      if (enteredPassword === '' && features.temporary)
        return (await http<TemporaryPassword>(`${toPath(id)}/temporary-password`, { method: 'POST', body: {} })).temporary_password;
      const password = enteredPassword === '' ? generatePassword() : enteredPassword;
      await update(id, { password }, null);
      return enteredPassword === '' ? password : null;
    },
    /** Feature `invitations`. @returns the link to hand over if no email is sent, otherwise null */
    invite: async (id: string): Promise<string | null> => {
      const { path } = await http<Invitation>(`${toPath(id)}/invitation`, { method: 'POST', body: {} });
      return path === null ? null : absoluteUrl(path);
    },
    resetFactor: (id: string): Promise<void> => http(`${toPath(id)}/second-factor`, { method: 'DELETE' }),
    liftLock: (id: string): Promise<void> => http(`${toPath(id)}/sign-in-lock`, { method: 'DELETE' }),
    withdrawInvitation: (id: string): Promise<void> => http(`${toPath(id)}/invitation`, { method: 'DELETE' }),
    remove: (id: string): Promise<void> => http(toPath(id), { method: 'DELETE' }),
    previewImport: async (csv: string, choices: UserImportChoices): Promise<ImportPreview> => {
      const body = { csv, ...(Object.keys(choices).length > 0 && { choices }) };
      const preview = await http<Partial<ImportPreview>>(`${path}/import/preview`, { method: 'POST', body });
      return { ...preview, lines: preview.lines ?? [], unread: preview.unread ?? [] };
    },
    applyImport: ({ lines, title, layout, importId }: AppliedChunk): Promise<ImportResult> => {
      const body = { lines: [...lines], title, ...(layout && { layout }), ...(importId !== null && { import_id: importId }) };
      return http(`${path}/import`, { method: 'POST', body });
    },
    imports: async (signal?: AbortSignal): Promise<readonly UserImport[]> =>
      (await http<{ data: UserImport[] }>(`${path}/imports`, signal ? { signal } : {})).data,
    undoImport: (id: string): Promise<UserImportUndo> => http(`${path}/imports/${id}/undo`, { method: 'POST', body: {} }),
  };
};
