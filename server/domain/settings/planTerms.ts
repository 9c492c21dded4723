import type { PlanChangeContent } from '../../../contract/entities/configChange.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { type CommissionsConfig, planFor } from '../../../contract/rules/commission/config.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../db/repositories/commissions/facts.ts';

/** Null if no plan applies. */
export type PlanTerms = readonly string[] | null;
type PersonTerms = Readonly<{ config: CommissionsConfig; person: Pick<PersonRow, 'id' | 'role' | 'first_name' | 'last_name'> }>;

/** Figures of a person without records. */
export const NO_FIGURES: PlanChangeContent['figures'] = {
  records: 0,
  before: 0,
  after: 0,
  due_change: 0,
  attainment_before: null,
  attainment_after: null,
};

/** A person's plan on a day as sentences, without anything about other people. */
export const termsOn = ({ config, person }: PersonTerms, day: Day): PlanTerms => {
  const plan = planFor(config, { id: String(person.id), role: person.role }, day);
  if (!plan) return null;
  const names = new Map([[String(person.id), fullName(person)]]);
  return [plan.name, ...clausesOfPlan(plan, config.plans.indexOf(plan), names).map(({ sentence }) => sentence)];
};

/** The days after `from` on which a plan starts or no longer applies. */
const planChangeDaysOf = (config: CommissionsConfig, from: Day): Day[] =>
  config.plans
    .flatMap(({ effectiveFrom, effectiveTo }) => [effectiveFrom, effectiveTo === null ? null : addDays(effectiveTo, 1)])
    .filter((day): day is Day => day !== null && day > from);

export type TermsChange = Readonly<{ day: Day; before: PlanTerms; after: PlanTerms }>;

const daysOf = (before: PersonTerms | null, after: PersonTerms, from: Day): Day[] =>
  [from, ...planChangeDaysOf(after.config, from), ...(before ? planChangeDaysOf(before.config, from) : [])].sort();

/**
 * The first day, from `from` on, on which a person no longer has a plan although the previous configuration has one. The default plan does
 * not count, because nobody chose it.
 */
export const findLostTerms = (before: PersonTerms, after: PersonTerms, from: Day): TermsChange | null => {
  if (before.config.plans.includes(defaultPlan)) return null;
  for (const day of daysOf(before, after, from)) {
    const previous = termsOn(before, day);
    if (previous !== null && termsOn(after, day) === null) return { day, before: previous, after: null };
  }
  return null;
};

/** The first day, from `from` on, on which a person's plan has new terms; null if they never change. `before`: null for a new person. */
export const findTermsChange = (before: PersonTerms | null, after: PersonTerms, from: Day): TermsChange | null => {
  for (const day of daysOf(before, after, from)) {
    const [previous, current] = [before && termsOn(before, day), termsOn(after, day)];
    if (current !== null && JSON.stringify(previous) !== JSON.stringify(current)) return { day, before: previous, after: current };
  }
  return null;
};
