import { fill, messages } from '../../../messages.ts';
import { parseDraft, writeDraft } from '../config/draft.ts';
import { type CommissionsConfig, parseConfig } from '../config.ts';
import { idsNamedInSentences } from '../namedPeople.ts';
import { type ClauseChange, compareClauses, type PlanWords, withPlanTerms } from './changes.ts';
import { companyClauses } from './companyClauses.ts';
import { clausesOfPlan, type Names } from './planClauses.ts';

/** Parses a text without its examples, because outdated examples do not make the plans unreadable. Null if the plans are invalid. */
export const parsePlans = (text: string): CommissionsConfig | null => {
  const draft = parseDraft(text);
  if (draft === null) return null;
  const { examples: _examples, ...plans } = draft;
  return parseConfig(writeDraft(plans)).config;
};

const wordsOf = (config: CommissionsConfig, names: Names): PlanWords[] => {
  const nameById = new Map(idsNamedInSentences(config).map((id) => [id, names.get(id) ?? fill(messages.planEditor.user, { id })]));
  return [
    ...config.plans.map((plan, index) => ({ id: plan.id, name: plan.name, clauses: clausesOfPlan(plan, index, nameById) })),
    { id: '', name: messages.planPage.company, clauses: companyClauses(config) },
  ];
};

/** The differences between two texts, as sentences about their plans (decisions 2.09); null if either cannot be read. */
export const textChanges = (before: string, after: string, names: Names): ClauseChange[] | null => {
  const [oldConfig, newConfig] = [parsePlans(before), parsePlans(after)];
  if (oldConfig === null || newConfig === null) return null;
  const [oldWords, newWords] = [wordsOf(oldConfig, names), wordsOf(newConfig, names)];
  return withPlanTerms(compareClauses(oldWords, newWords), oldWords, newWords);
};

/** True if the draws, bonuses, contests or objectives of two texts differ, or if one text is invalid. */
export const hasOtherExtras = (before: string, after: string): boolean => {
  const extrasOf = (text: string): unknown =>
    parsePlans(text)
      ?.plans.map(({ id, draw, bonuses, contests, objectives }) =>
        draw === null && bonuses.length + contests.length + objectives.length === 0 ? [] : [id, draw, bonuses, contests, objectives],
      )
      .filter((extras) => extras.length > 0);
  const [extrasBefore, extrasAfter] = [extrasOf(before), extrasOf(after)];
  return extrasBefore === undefined || extrasAfter === undefined || JSON.stringify(extrasBefore) !== JSON.stringify(extrasAfter);
};
