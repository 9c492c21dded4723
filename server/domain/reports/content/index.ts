import type { ReportType } from '../../../../contract/entities/report.ts';
import { fullName } from '../../../../contract/entities/user.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { type Actor, can, reachOf } from '../../../../contract/permissions.ts';
import { dayText } from '../../../../contract/rules/time/dayText.ts';
import type { PersonIds } from '../../../db/repositories/reports/reportFigures.ts';
import type { ReportRow } from '../../../db/repositories/reports/reports.ts';
import type { Store } from '../../../db/repositories/store.ts';
import { pendingDays } from '../../commissions/pendingDays.ts';
import { configsAt, currentConfig } from '../../plans/config.ts';
import { todayIn } from '../../shared/clock.ts';
import { Problem } from '../../shared/problem.ts';
import { intersectIds, readReportableIds } from '../reportablePeople.ts';
import { commissionSummarySource } from './commissionSummary.ts';
import { performanceAnalysis } from './performanceAnalysis.ts';
import { pipelineReport } from './pipelineReport.ts';
import { quotaTracking } from './quotaTracking.ts';
import { territoryAnalysis } from './territoryAnalysis.ts';
import type { Source, SourceOf } from './types.ts';

export type { Chart, ReportColumn, Row, Source, Summary, Table, Value, ValueKind } from './types.ts';

/** A report's content for every format. `facts`: its filters and plan versions; `ids`: the people included; null for everyone. */
export type ReportContent = Source &
  Readonly<{
    name: string;
    company: string;
    facts: readonly (readonly [label: string, value: string])[];
    ids: PersonIds;
    writtenAt: string;
  }>;
type Stores = Pick<Store, 'reportFigures' | 'quotaPeople' | 'config' | 'users' | 'marks' | 'settings'>;

const t = messages.reportFile;
/** Maximum number of names listed, so that they fit on one line of the file. */
const MAX_NAMES = 8;

const sources: Readonly<Record<ReportType, SourceOf>> = {
  commission_summary: commissionSummarySource,
  performance_analysis: performanceAnalysis,
  pipeline_report: pipelineReport,
  territory_analysis: territoryAnalysis,
  quota_tracking: quotaTracking,
};

/** The requester of a report, and the people in it that they may read; null for everyone. */
type ReportAccess = Readonly<{ actor: Actor; requester: string; ids: PersonIds }>;

/** @throws Problem 403 if the requester is no longer active, or may no longer read any of the report */
export const readReportAccess = async ({ users }: Pick<Store, 'users'>, { created_by, user_ids }: ReportRow): Promise<ReportAccess> => {
  const user = await users.byId(created_by);
  const actor: Actor | null = user?.active ? { id: String(user.id), role: user.role } : null;
  if (!user || !actor || !can(actor, 'report:use')) throw new Problem(403, 'forbidden', messages.reportRefusals.noRight);
  const ids = intersectIds(user_ids, await readReportableIds({ users }, actor));
  if (ids !== null && ids.length === 0) throw new Problem(403, 'forbidden', messages.reportRefusals.notYours);
  return { actor, requester: fullName(user), ids };
};

const peopleText = ({ people, user_ids }: ReportRow, { actor, requester }: ReportAccess): string => {
  if (user_ids.length === 0) return reachOf(actor, 'report:about') === 'all' ? t.everybody : fill(t.team, { person: requester });
  if (people.length <= MAX_NAMES) return people.join(', ');
  return fill(t.more, { names: people.slice(0, MAX_NAMES).join(', '), count: people.length - MAX_NAMES });
};

/** The plans, with their versions, that priced the range's bookings. */
const readPlansText = async (store: Stores, range: Parameters<Stores['reportFigures']['pricedBy']>[0], ids: PersonIds): Promise<string> => {
  const priced = await store.reportFigures.pricedBy(range, ids);
  const configs = await configsAt(
    store,
    priced.map(({ config_version }) => config_version),
  );
  const versions = new Map<string, Set<number>>();
  for (const { plan_id, config_version } of priced) {
    const name = configs(config_version).config.plans.find(({ id }) => id === plan_id)?.name ?? plan_id;
    versions.set(name, (versions.get(name) ?? new Set()).add(config_version));
  }
  return (
    [...versions].map(([plan, planVersions]) => fill(t.planVersion, { plan, versions: [...planVersions].join(', ') })).join('; ') ||
    t.noPlans
  );
};

/**
 * A report's full content, with its rows in batches (decisions 2.18).
 * @param store may be a few seconds old, unlike the access
 */
export const readReportContent = async (store: Stores, report: ReportRow, access: ReportAccess, at: Date): Promise<ReportContent> => {
  const { requester, ids } = access;
  const range = { start_date: report.start_date, end_date: report.end_date };
  const { config, version } = await currentConfig(store);
  const today = todayIn(config.timezone, at);
  const pending = await store.marks.pendingIn(pendingDays(config, range), null);
  const source = await sources[report.type]({ store, range, ids, today, at });
  const company = await store.settings.companyName();
  return {
    ...source,
    name: report.name,
    company,
    ids,
    writtenAt: at.toISOString(),
    facts: [
      [t.period, `${dayText(range.start_date)} – ${dayText(range.end_date)}`],
      [t.people, peopleText(report, access)],
      [t.plans, `${await readPlansText(store, range, ids)}. ${fill(t.configuration, { version })}`],
      [t.requestedBy, requester],
      [t.written, dayText(today)],
      ...(pending === 0 ? [] : [[t.pending, fill(t.pendingSome, { count: pending })] as const]),
    ],
  };
};
