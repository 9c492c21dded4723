import type { ReactNode } from 'react';
import { breakdowns, parseOwnerFilter } from '../../../../contract/entities/analytics.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { useTerritories } from '../../../app/context.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import { ListFilters } from '../../../shared/lists/ListFilters.tsx';
import { everybodyScope } from '../question.ts';
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
type Props = Pick<AnalyticsPage, 'question' | 'first' | 'chooseBreakdown' | 'chooseSubject'> & { about: string | null; tools: ReactNode };

/** Selects the grouping, and the people or territory whose figures are shown. */
export function AnalyticsControls({
  question: { by, of: scope },
  first,
  about: scopeLabel,
  tools,
  chooseBreakdown: chooseBy,
  chooseSubject: chooseOf,
}: Props) {
  const people = usePeopleOptions();
  const options = [
    { value: first, label: first === everybodyScope ? t.everybody : t.team },
    ...useTerritories().map((territory) => ({ value: `territory.${territory}`, label: fill(t.territories, { territory }) })),
    ...people,
  ];
  // Keeps the chosen person in the options even if the list does not contain them (yet).
  const allOptions = options.some(({ value }) => value === scope)
    ? options
    : [...options, { value: scope, label: scopeLabel ?? labelOf(scope) }];
  const onBreakdown = (value: string): void => {
    const breakdown = breakdowns.find((candidate) => candidate === value);
    if (breakdown) chooseBy(breakdown);
  };
  return (
    <ListFilters count={Number(by !== breakdowns[0]) + Number(scope !== first)} tools={tools}>
      <FilterChoice label={t.by} value={by} options={breakdownOptions} onChange={onBreakdown} />
      <FilterChoice label={t.of} value={scope} options={allOptions} onChange={chooseOf} />
    </ListFilters>
  );
}
