import type { DealBoard, Pipeline, PipelineStage } from '../../../contract/entities/deal.ts';
import { limits } from '../../../contract/limits.ts';
import { type Actor, reachOf } from '../../../contract/permissions.ts';
import { dealStages, probabilityOf, WON } from '../../../contract/rules/deals.ts';
import { fromCents, roundHalfAway } from '../../../contract/rules/money.ts';
import type { CrmStageRow } from '../../db/repositories/deals/crmDeals.ts';
import type { PipelineRow } from '../../db/repositories/deals/pipeline.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Services } from '../shared/services.ts';
import { type DealsQuery, filterFrom } from './dealQuestion.ts';
import { readableOwners, staleThreshold } from './dealScope.ts';
import { dealOf } from './dealView.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
type Amount = (cents: number) => number | null;

/** The current stages: those of the connected CRM in its order, else our own (decisions 2.17). */
const readStages = async ({ crmDeals }: Pick<Repositories, 'crmDeals'>): Promise<readonly CrmStageRow[]> => {
  const crmStages = await crmDeals.openStages();
  return crmStages.length > 0 ? crmStages : dealStages;
};

/** The current stages, then deleted stages that still contain deals. */
const stagesOf = (rows: readonly PipelineRow[], stages: readonly CrmStageRow[], amount: Amount): PipelineStage[] => {
  const byStage = new Map(rows.filter(({ kind }) => kind === 'stage').map((row) => [row.stage ?? '', row]));
  const probabilities = new Map(stages.map(({ name, probability }) => [name, probability]));
  const names = new Set([...probabilities.keys(), ...byStage.keys()]);
  return [...names].map((stage) => {
    const row = byStage.get(stage);
    const probability =
      probabilities.get(stage) ?? (row?.connected && row.probability !== null ? Number(row.probability) : probabilityOf(stage));
    return {
      stage,
      count: row?.count ?? 0,
      value: amount(row?.value_cents ?? 0),
      probability,
      weighted_value: amount(row?.weighted_cents ?? 0),
      // Before the CRM's stages are imported, no stage can be known to be deleted.
      gone: !probabilities.has(stage) && (stages !== dealStages || !row?.connected),
    };
  });
};

/**
 * spec 7.22: totals of the open deals the actor may read. Users who may read no deals get everyone's counts without amounts
 * (decisions 3.02).
 * @throws Problem 400
 */
export const readPipeline = async ({ store, clock }: Deps, actor: Actor, query: DealsQuery): Promise<Pipeline> => {
  const hidesAmounts = reachOf(actor, 'deal:read') === 'none';
  const amount: Amount = (cents) => (hidesAmounts ? null : fromCents(cents));
  const question = { ...filterFrom(query), owners: hidesAmounts ? null : await readableOwners(store, actor), state: 'open' } as const;
  const rows = await store.pipeline.sums(question, staleThreshold(clock()));
  const stages = await readStages(store);
  const reached = await store.pipeline.reached(
    { ...question, state: null },
    [...stages.map((_, index) => Math.max(0, ...stages.slice(0, index + 1).map(({ probability }) => probability ?? 0))), 1],
    staleThreshold(clock()),
  );
  const all = rows.find(({ kind }) => kind === 'all');
  const { count = 0, needs_data = 0, stale = 0, value_cents = 0, weighted_cents = 0 } = all ?? {};
  const completeDeals = count - needs_data;
  return {
    data: stagesOf(rows, stages, amount),
    summary: {
      deal_count: count,
      total_value: amount(value_cents),
      weighted_value: amount(weighted_cents),
      average_deal_size: completeDeals === 0 ? null : amount(roundHalfAway(value_cents / completeDeals)),
      needs_data,
      stale,
    },
    forecast: rows.flatMap(({ kind, month, count: deals, value_cents: value, weighted_cents: weighted }) =>
      kind === 'month' && month !== null ? [{ month, count: deals, value: amount(value), weighted_value: amount(weighted) }] : [],
    ),
    funnel: [...stages.map(({ name }) => name), WON].map((stage, index) => ({ stage, count: reached[index] ?? 0 })),
  };
};

/** The board: stages with totals, and the first open deals of each. @throws Problem 400 */
export const readBoard = async ({ store, clock }: Deps, actor: Actor, query: DealsQuery): Promise<DealBoard> => {
  const now = clock();
  const question = { ...filterFrom(query), owners: await readableOwners(store, actor), state: 'open' } as const;
  return store.snapshot(async (tx) => {
    const sums = await tx.pipeline.sums(question, staleThreshold(now));
    const rows = await tx.dealsPage.board(question, limits.deals.boardCards, staleThreshold(now));
    return { stages: stagesOf(sums, await readStages(tx), fromCents), data: rows.map((row) => dealOf(actor, row, now)) };
  });
};
