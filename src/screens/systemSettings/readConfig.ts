import { fill, messages } from '../../../contract/messages.ts';
import { companyClauses } from '../../../contract/rules/commission/clauses/companyClauses.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { canChangePay } from '../../../contract/rules/commission/config/changesPay.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { idsNamedInSentences } from '../../../contract/rules/commission/namedPeople.ts';
import { type LineError, toLineErrors } from '../../shared/plans/lineErrors.ts';

/**
 * Parses the configuration text into plans in words and errors with their lines. Loaded lazily, because it includes the configuration
 * rules.
 */
export const readConfigText = (text: string) => {
  const { config, errors } = parseConfig(text);
  if (config === null) return { text, errors: toLineErrors(text, errors), plans: [], company: [] };
  const names = new Map(idsNamedInSentences(config).map((id) => [id, fill(messages.planEditor.user, { id })]));
  return {
    text,
    errors: [] as readonly LineError[],
    plans: config.plans.map((plan, index) => ({ id: plan.id, name: plan.name, clauses: clausesOfPlan(plan, index, names) })),
    company: companyClauses(config),
  };
};
export type ReadConfig = ReturnType<typeof readConfigText>;

/** True if saving the text requires an impact review: it has no errors and changes pay (decisions 2.07). */
export const needsReview = (savedText: string, text: string): boolean => parseConfig(text).config !== null && canChangePay(savedText, text);
