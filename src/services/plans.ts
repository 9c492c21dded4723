import type { PlanChangeNotice } from '../../contract/entities/configChange.ts';
import type { Plans, PricedClauses, PricedRow, PricedRowPage } from '../../contract/entities/plan.ts';
import type { DateRange } from '../../contract/rules/time/period.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/plans';
const planPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** Feature `plan-page`: the plans in words, and the records each clause priced. */
export const createPlans = (http: Http) => ({
  /** @param version the version to read, '' for the current one; `compare` is the version to compare with, '' for the previous one */
  read: ({ version = '', compare = '' }: Readonly<{ version?: string; compare?: string }>): Promise<Plans> =>
    http(path, { query: { ...(version === '' ? {} : { version }), ...(compare === '' ? {} : { compare }) } }),
  priced: (id: string, { start_date, end_date }: DateRange): Promise<PricedClauses> =>
    http(`${planPath(id)}/clauses`, { query: { start_date, end_date } }),
  /** `question` includes the plan. */
  records: async ({ question: { plan = '', ...question }, ...page }: PageRequest, signal?: AbortSignal): Promise<PricedRowPage> =>
    http<PricedRowPage & { data: PricedRow[] }>(`${planPath(plan)}/records`, {
      query: toPageQuery({ question, ...page }),
      ...(signal ? { signal } : {}),
    }),
  /** Feature `config-change`: a version's effect on the user, and their acknowledgement (decisions 2.09). */
  change: (version: string): Promise<PlanChangeNotice> => http(`/api/v1/plan-changes/${encodeURIComponent(version)}`),
  acknowledge: (version: string, sha256: string): Promise<PlanChangeNotice> =>
    http(`/api/v1/plan-changes/${encodeURIComponent(version)}/acknowledge`, { method: 'POST', body: { sha256 } }),
});
