import type { ConfigChange } from '../../contract/entities/configChange.ts';
import type {
  NewPlanDraft,
  PersonTrial,
  PlanDraft,
  PlanDraftChange,
  PlanDraftComment,
  PlanDraftDetail,
  PlanDraftPage,
  PlanDraftText,
  PlanDraftTrial,
} from '../../contract/entities/planDraft.ts';
import type { Http } from './http.ts';
import { readAllPages, toPageQuery } from './pages.ts';

const path = '/api/v1/plan-drafts';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;

const toDayQuery = (day: string) => (day === '' ? {} : { effective_date: day });

/** Feature `plan-drafts`. */
export const createPlanDrafts = (http: Http) => ({
  list: (): Promise<readonly PlanDraft[]> => readAllPages((request) => http<PlanDraftPage>(path, { query: toPageQuery(request) }), {}),
  read: (id: string): Promise<PlanDraftDetail> => http(toPath(id), { headers: { 'cache-control': 'no-cache' } }),
  add: (body: NewPlanDraft): Promise<PlanDraftText> => http(path, { method: 'POST', body }),
  /** A text based on an older revision fails with 409. */
  change: (id: string, body: PlanDraftChange): Promise<PlanDraftText> => http(toPath(id), { method: 'PATCH', body }),
  step: (id: string, step: 'archive' | 'restore'): Promise<PlanDraftText> => http(`${toPath(id)}/${step}`, { method: 'POST' }),
  comments: async (id: string): Promise<readonly PlanDraftComment[]> =>
    (await http<{ data: PlanDraftComment[] }>(`${toPath(id)}/comments`)).data,
  comment: async (id: string, text: string): Promise<readonly PlanDraftComment[]> =>
    (await http<{ data: PlanDraftComment[] }>(`${toPath(id)}/comments`, { method: 'POST', body: { text } })).data,
  /** `day`: the first day of the trial; '' for the draft's own start. */
  trial: (id: string, day: string): Promise<PlanDraftTrial> => http(`${toPath(id)}/trial`, { query: toDayQuery(day) }),
  personTrial: (id: string, userId: string, day: string): Promise<PersonTrial> =>
    http(`${toPath(id)}/trial/${encodeURIComponent(userId)}`, { query: toDayQuery(day) }),
  /** Requests the impact of publishing the draft as of a day; confirming it publishes the draft. */
  requestPublication: (id: string, revision: number, effective_date: string): Promise<ConfigChange> =>
    http(`${toPath(id)}/changes`, { method: 'POST', body: { revision, effective_date } }),
  /** Publishes a draft that changes no pay. */
  publish: (id: string, revision: number): Promise<PlanDraftText> => http(`${toPath(id)}/publish`, { method: 'POST', body: { revision } }),
});
