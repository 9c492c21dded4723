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
const WORDLESS = ['payroll', 'invoice_address', 'examples'];

/** People by id instead of name: the audit row quotes the saved text, and ids may belong to others later. */
const numbersIn = (texts: readonly string[]): ReadonlyMap<string, string> =>
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
const STATED = ['id', 'name', 'effective_from', 'effective_to'];
/** Ids and names in list order: no sentence covers the names of bonuses and contests, or their order. */
const labelsOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map((item: Json) => [item.id, item.name]) : null);

/** The changed keys of a plan that no changed sentence covers, as JSON. */
const unstatedIn = (old: Json, plan: Json, label: string, changes: readonly ClauseChange[]): FieldChange[] => {
  const stated = new Set(changes.map(({ path }) => path.split('.')[1]?.split('[')[0]));
  return [...new Set([...Object.keys(old), ...Object.keys(plan)])]
    .filter((key) => !STATED.includes(key) && (!stated.has(key) || labelsOf(old[key]) !== labelsOf(plan[key])))
    .map((key) => ({ field: `${label}: ${key}`, before: jsonOf(old, key), after: jsonOf(plan, key) }))
    .filter(({ before, after }) => before !== after);
};

/** The changed sentences and values between two texts of `commissionsConfig`; null if the change cannot be put into words. */
export const configDiff = (before: string, after: string): FieldChange[] | null => {
  const [was, is] = [parseConfig(before).config, parseConfig(after).config];
  if (!was || !is) return null;
  const names = numbersIn([before, after]);
  const [wasWords, isWords] = [wordsOf(was, names), wordsOf(is, names)];
  const clauses = compareClauses(wasWords, isWords);
  const [beforeKeys, afterKeys] = [JSON.parse(before), JSON.parse(after)] as Json[];
  const rawPlan = (keys: Json | undefined, id: string): Json => (keys?.plans as Json[] | undefined)?.find((plan) => plan.id === id) ?? {};
  const unstated = is.plans.flatMap((plan) => {
    const old = was.plans.find(({ id }) => id === plan.id) ?? predecessorOf(plan, was.plans);
    if (!old || JSON.stringify({ ...old, id: '' }) === JSON.stringify({ ...plan, id: '' })) return [];
    const changes = clauses.filter(({ plan_id }) => plan_id === plan.id);
    return unstatedIn(rawPlan(beforeKeys, old.id), rawPlan(afterKeys, plan.id), plan.name, changes);
  });
  const values = WORDLESS.map((key) => ({ field: key, before: jsonOf(beforeKeys, key), after: jsonOf(afterKeys, key) }));
  const sentences = withPlanTerms(clauses, wasWords, isWords).map(fieldOf);
  const changes = [...sentences, ...unstated, ...values.filter((value) => value.before !== value.after)];
  return changes.length === 0 && JSON.stringify(was) !== JSON.stringify(is) ? null : changes;
};
