import type { AuditEntry } from '../../../contract/entities/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { compareClauses, type PlanWords } from '../../../contract/rules/commission/clauses/changes.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { type CommissionsConfig, parseConfig } from '../../../contract/rules/commission/config.ts';
import { canonicalJson } from '../../db/repositories/audit/auditChain.ts';

type FieldChange = AuditEntry['changes'][number];
/** Keys that no sentence states; their values are shown. */
const WORDLESS = ['payroll', 'invoice_address', 'examples'];

/** Everyone by number, because the row says what the configuration says, whoever has that number today. */
const numbersIn = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts.flatMap((text) => [...text.matchAll(/"(\d+)"/g)].map(([, id = '']) => [id, fill(messages.history.personById, { id })] as const)),
  );

const wordsOf = (config: CommissionsConfig, names: ReadonlyMap<string, string>): PlanWords[] => [
  { id: '', name: messages.planPage.company, clauses: companyClauses(config) },
  ...config.plans.map((plan, index) => ({ id: plan.id, name: plan.name, clauses: clausesOfPlan(plan, index, names) })),
];

/** The changed sentences and values between two texts of `commissionsConfig`; null if they cannot be told in words. */
export const configDiff = (before: string, after: string): FieldChange[] | null => {
  const [was, is] = [parseConfig(before).config, parseConfig(after).config];
  if (!was || !is) return null;
  const names = numbersIn([before, after]);
  const sentences = compareClauses(wordsOf(was, names), wordsOf(is, names)).map((clause) => ({
    field: clause.plan,
    before: clause.before,
    after: clause.after,
  }));
  const [beforeKeys, afterKeys] = [JSON.parse(before), JSON.parse(after)] as Record<string, unknown>[];
  const jsonOf = (keys: Record<string, unknown> | undefined, key: string): string | null =>
    keys?.[key] === undefined ? null : canonicalJson(keys[key]);
  const values = WORDLESS.map((key) => ({ field: key, before: jsonOf(beforeKeys, key), after: jsonOf(afterKeys, key) }));
  const changes = [...sentences, ...values.filter((value) => value.before !== value.after)];
  return changes.length === 0 && JSON.stringify(was) !== JSON.stringify(is) ? null : changes;
};
