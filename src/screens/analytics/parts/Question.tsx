import type { ReactNode } from 'react';
import { breakdowns, parseOwnerFilter } from '../../../../contract/entities/analytics.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useTerritories } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { ListFilters } from '../../../shared/lists/ListFilters.tsx';
import { ScopeControl } from '../../../shared/scope/ScopeControl.tsx';
import { isScope, toPersonScope } from '../question.ts';
import type { AnalyticsPage } from '../useAnalytics.ts';
import { usePeopleOptions } from '../usePeopleOptions.ts';

const t = messages.analytics;
const breakdownOptions = breakdowns.map((value) => ({ value, label: t.breakdowns[value] }));
/** The label of a scope that is not in the list: a removed territory, or a person who is not loaded. */
const labelOf = (scope: string): string => {
  const filter = parseOwnerFilter(scope);
  if (filter === null) return t.unknownScope;
  return filter.territory === undefined ? t.someone : fill(t.territories, { territory: filter.territory });
};
type ScopeProps = Pick<AnalyticsPage, 'question' | 'first' | 'chooseSubject' | 'scope'> & { about: string | null };

/** Chooses the people or territory of the figures. */
export function AnalyticsScope({ question: { of: subject }, first, scope, about: subjectName, chooseSubject }: ScopeProps) {
  const part = isScope(subject) ? '' : (parseOwnerFilter(subject)?.person ?? subject);
  const options = [
    ...useTerritories().map((territory) => ({ value: `territory.${territory}`, label: fill(t.territories, { territory }) })),
    ...usePeopleOptions(),
  ];
  return (
    <ScopeControl
      {...scope}
      // Keeps the chosen part in the options even if the list does not contain it (yet).
      people={addChosen(options, part, subjectName ?? labelOf(subject))}
      person={part}
      onPerson={(value) => chooseSubject(value === '' ? first : /^\d+$/.test(value) ? toPersonScope(value) : value)}
    />
  );
}

type Props = Pick<AnalyticsPage, 'question' | 'chooseBreakdown'> & { tools: ReactNode };

/** Chooses the grouping of the figures. */
export function AnalyticsControls({ question: { by }, tools, chooseBreakdown }: Props) {
  const onBreakdown = (value: string): void => {
    const breakdown = breakdowns.find((candidate) => candidate === value);
    if (breakdown) chooseBreakdown(breakdown);
  };
  return (
    <ListFilters count={Number(by !== breakdowns[0])} tools={tools}>
      <FilterChoice label={t.by} value={by} options={breakdownOptions} onChange={onBreakdown} />
    </ListFilters>
  );
}
