import { fill, messages } from '../../../messages.ts';
import { undatedId } from '../config/dated.ts';
import type { Clause } from './clause.ts';

/** A plan in words; the company rules have the id ''. */
export type PlanWords = Readonly<{ id: string; name: string; clauses: readonly Clause[] }>;
/**
 * `before` null: the sentence is new; `after` null: it was removed. `path`: its place in the later version, or in the earlier one if it was
 * removed.
 */
export type ClauseChange = Readonly<{ plan_id: string; plan: string; path: string; before: string | null; after: string | null }>;

const t = messages.planClauses;

const changedClauses = (before: PlanWords, after: PlanWords): ClauseChange[] => {
  const planRef = { plan_id: after.id, plan: after.name };
  const beforeByKey = new Map(before.clauses.map((clause) => [clause.key, clause]));
  const keysAfter = new Set(after.clauses.map(({ key }) => key));
  const nameChange =
    before.name === after.name
      ? []
      : [{ ...planRef, path: '', before: fill(t.planName, { name: before.name }), after: fill(t.planName, { name: after.name }) }];
  return [
    ...nameChange,
    ...after.clauses.flatMap(({ key, path, sentence }) => {
      const previous = beforeByKey.get(key)?.sentence ?? null;
      return previous === sentence ? [] : [{ ...planRef, path, before: previous, after: sentence }];
    }),
    ...before.clauses
      .filter(({ key }) => !keysAfter.has(key))
      .map(({ path, sentence }) => ({ ...planRef, path, before: sentence, after: null })),
  ];
};

/** The changes; each new or removed plan is followed by all its sentences. */
export const withPlanTerms = (
  changes: readonly ClauseChange[],
  before: readonly PlanWords[],
  after: readonly PlanWords[],
): ClauseChange[] =>
  changes.flatMap((change) => {
    const { plan, plan_id, path } = change;
    if (path !== '' || (change.before !== null && change.after !== null)) return [change];
    const clauses = (change.after === null ? before : after).find(({ id }) => id === plan_id)?.clauses ?? [];
    const termChanges = clauses.map((clause): ClauseChange => {
      const sentences = change.after === null ? { before: clause.sentence, after: null } : { before: null, after: clause.sentence };
      return { plan_id, plan, path: clause.path, ...sentences };
    });
    return [change, ...termChanges];
  });

/** The plan that a dated plan replaces (decisions 2.07): the latest previous plan with the same undated id. */
export const predecessorOf = <P extends Pick<PlanWords, 'id'>>({ id }: Pick<PlanWords, 'id'>, before: readonly P[]): P | undefined =>
  before
    .filter((plan) => undatedId(plan.id) === undatedId(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);

/** The differences between two versions, as the sentences that the reader sees (decisions 2.09). */
export const compareClauses = (before: readonly PlanWords[], after: readonly PlanWords[]): ClauseChange[] => {
  const then = new Map(before.map((plan) => [plan.id, plan]));
  const pairs = after.map((plan) => ({ plan, was: then.get(plan.id) ?? predecessorOf(plan, before) }));
  // A plan with a successor is not a removed plan.
  const survivingIds = new Set(pairs.flatMap(({ plan, was }) => [plan.id, was?.id]));
  return [
    ...pairs.flatMap(({ plan, was }) => {
      const newPlan = { plan_id: plan.id, plan: plan.name, path: '', before: null, after: fill(t.newPlan, { name: plan.name }) };
      return was ? changedClauses(was, plan) : [newPlan];
    }),
    ...before
      .filter(({ id }) => !survivingIds.has(id))
      .map(({ id, name }) => ({ plan_id: id, plan: name, path: '', before: fill(t.gonePlan, { name }), after: null })),
  ];
};
