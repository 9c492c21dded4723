import type { Pagination } from '../../contract/entities/common.ts';
import type {
  ImportAnswers,
  ImportBody,
  ImportDetail,
  ImportList,
  ImportName,
  ImportNames,
  ImportRow,
  MappingBody,
  QuarantineBody,
  QuarantinedRow,
} from '../../contract/entities/import.ts';
import type { OpeningPosition } from '../../contract/entities/openingPosition.ts';
import type { FormerPerson } from '../../contract/entities/people.ts';
import type { User } from '../../contract/entities/user.ts';
import { limits } from '../../contract/limits.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/imports';
const toPath = (id: string, suffix = ''): string => `${path}/${encodeURIComponent(id)}${suffix}`;
/** A step of an existing run; without `ids`, it applies to all rows in quarantine. */
export type RunStep =
  | Readonly<{ kind: 'map'; body: MappingBody }>
  | Readonly<{ kind: 'start' | 'cancel' | 'resume' | 'undo' | 'drop' }>
  | Readonly<{ kind: 'retryRows' | 'dropRows'; ids?: readonly string[]; accept?: boolean }>
  | Readonly<{ kind: 'answerRows'; answers: ImportAnswers }>;
type PageOfRows<Row> = Readonly<{ data: readonly Row[]; pagination: Pagination }>;

/** Feature `imports`: file parts, import runs, and refused rows (decisions 7.05, 7.07). */
export const createImports = (http: Http) => {
  const post = (id: string, suffix: string, body: object = {}): Promise<ImportDetail> => http(toPath(id, suffix), { method: 'POST', body });
  return {
    page: ({ question, cursor, limit }: PageRequest): Promise<ImportList> =>
      http(path, { query: toPageQuery({ question, cursor, limit }) }),
    find: (id: string, signal?: AbortSignal): Promise<ImportDetail> => http(toPath(id), { ...(signal ? { signal } : {}) }),
    rows: (id: string, { question, cursor }: PageRequest): Promise<PageOfRows<ImportRow>> =>
      http(toPath(id, '/rows'), { query: { ...question, ...(cursor === null ? {} : { cursor }) } }),
    quarantine: (id: string, { cursor }: PageRequest): Promise<PageOfRows<QuarantinedRow>> =>
      http(toPath(id, '/quarantine'), { query: cursor === null ? {} : { cursor } }),
    /** Feature `opening-position`. */
    openingPosition: (): Promise<OpeningPosition> => http(`${path}/opening-position`),
    refused: (id: string): Promise<Blob> => http(toPath(id, '/refused'), { file: true }),

    /** Texts that users assigned to a person. */
    names: async (): Promise<readonly ImportName[]> => (await http<ImportNames>(`${path}/names`)).data,
    forgetName: async (id: string): Promise<void> => {
      await http(`${path}/names/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
    createFormer: (body: FormerPerson): Promise<User> => http('/api/v1/users/former', { method: 'POST', body }),

    create: (body: ImportBody): Promise<ImportDetail> => http(path, { method: 'POST', body }),
    /** Idempotent: a part sent twice is stored once. */
    sendPart: async (id: string, part: number, file: Blob, signal: AbortSignal): Promise<void> => {
      const { partBytes } = limits.imports;
      const headers = { 'content-type': 'application/octet-stream' };
      const body = file.slice(part * partBytes, (part + 1) * partBytes, headers['content-type']);
      await http(toPath(id, `/parts/${part}`), { method: 'PUT', headers, body, signal });
    },
    endUpload: (id: string): Promise<ImportDetail> => post(id, '/read'),

    /** @returns null if the run no longer exists */
    step: async (id: string, step: RunStep): Promise<ImportDetail | null> => {
      if (step.kind === 'map') return http(toPath(id, '/mapping'), { method: 'PUT', body: step.body });
      if (step.kind === 'retryRows' || step.kind === 'dropRows') {
        const body: QuarantineBody = { ...(step.ids ? { ids: [...step.ids] } : {}), ...(step.accept ? { accept: true } : {}) };
        return post(id, step.kind === 'retryRows' ? '/quarantine/retry' : '/quarantine/drop', body);
      }
      if (step.kind === 'answerRows') return post(id, '/quarantine/retry', { answers: step.answers });
      if (step.kind !== 'drop') return post(id, `/${step.kind}`);
      await http(toPath(id), { method: 'DELETE' });
      return null;
    },
  };
};
export type Imports = ReturnType<typeof createImports>;
