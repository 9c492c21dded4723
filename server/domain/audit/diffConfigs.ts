import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import {
  type ClauseChange,
  compareClauses,
  type PlanWords,
  predecessorOf,
  withPlanTerms,
} from '../../../contract/rules/commission/clauses/changes.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';

type FieldChange = AuditEntry['changes'][number];
/** Configuration keys without a sentence: their raw values are shown. */
const RAW_KEYS = ['payroll', 'invoice_address', 'examples'];

/** People by id instead of name: the audit row quotes the saved text, and ids may belong to others later. */
const labelsById = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) => [...text.matchAll(/"(\d+)"/g)].map(([, id = '']) => [id, fill(messages.history.personById, { id })] as const)),
  );

const wordsOf = (config: CommissionsConfig, names: ReadonlyMap<string, string>): PlanWords[] => [
  { id: '', name: messages.planPage.company, clauses: companyClauses(config) },
  ...config.plans.map((plan, index) => ({ id: plan.id, name: plan.name, clauses: clausesOfPlan(plan, index, names) })),
];

type Json = Readonly<Record<string, unknown>>;
const jsonOf = (keys: Json | undefined, key: string): string | null => (keys?.[key] === undefined ? null : canonicalJson(keys[key]));
const fieldOf = ({ plan: field, before, after }: Pick<ClauseChange, 'plan' | 'before' | 'after'>): FieldChange => ({
  field,
  before,
  after,
});

/** Plan keys that are always covered by the sentences or the name of the plan. */
const COVERED_KEYS = ['id', 'name', 'effective_from', 'effective_to'];
/** Ids and names in list order: no sentence covers the names of bonuses and contests, or their order. */
const labelsOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map((item: Json) => [item.id, item.name]) : null);

/** The changed keys of a plan that no changed sentence covers, as JSON. */
const uncoveredIn = (previousPlan: Json, plan: Json, label: string, changes: readonly ClauseChange[]): FieldChange[] => {
  const covered = new Set(changes.map(({ path }) => path.split('.')[1]?.split('[')[0]));
  return [...new Set([...Object.keys(previousPlan), ...Object.keys(plan)])]
    .filter((key) => !COVERED_KEYS.includes(key) && (!covered.has(key) || labelsOf(previousPlan[key]) !== labelsOf(plan[key])))
    .map((key) => ({ field: `${label}: ${key}`, before: jsonOf(previousPlan, key), after: jsonOf(plan, key) }))
    .filter(({ before, after }) => before !== after);
};

/** The changed sentences and values between two texts of `commissionsConfig`; null if the change cannot be put into words. */
export const diffConfigs = (before: string, after: string): FieldChange[] | null => {
  const [previous, next] = [parseConfig(before).config, parseConfig(after).config];
  if (!previous || !next) return null;
  const names = labelsById([before, after]);
  const [previousWords, nextWords] = [wordsOf(previous, names), wordsOf(next, names)];
  const clauses = compareClauses(previousWords, nextWords);
  const [previousKeys, nextKeys] = [JSON.parse(before), JSON.parse(after)] as Json[];
  const rawPlan = (keys: Json | undefined, id: string): Json => (keys?.plans as Json[] | undefined)?.find((plan) => plan.id === id) ?? {};
  const uncovered = next.plans.flatMap((plan) => {
    const previousPlan = previous.plans.find(({ id }) => id === plan.id) ?? predecessorOf(plan, previous.plans);
    if (!previousPlan || JSON.stringify({ ...previousPlan, id: '' }) === JSON.stringify({ ...plan, id: '' })) return [];
    const changes = clauses.filter(({ plan_id }) => plan_id === plan.id);
    return uncoveredIn(rawPlan(previousKeys, previousPlan.id), rawPlan(nextKeys, plan.id), plan.name, changes);
  });
  const values = RAW_KEYS.map((key) => ({ field: key, before: jsonOf(previousKeys, key), after: jsonOf(nextKeys, key) }));
  const sentences = withPlanTerms(clauses, previousWords, nextWords).map(fieldOf);
  const changes = [...sentences, ...uncovered, ...values.filter((value) => value.before !== value.after)];
  return changes.length === 0 && JSON.stringify(previous) !== JSON.stringify(next) ? null : changes;
};
