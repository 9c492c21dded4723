import { messages } from '../../../../contract/messages.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { FilterChoice } from '../../../shared/lists/FilterChoice.tsx';
import type { Deals } from '../useDeals.ts';
import { useStages } from '../useStages.ts';

const t = messages.deals;
const stateOptions = (['', 'won', 'lost', 'all'] as const).map((value) => ({ value, label: t.states[value] }));
const attentionOptions = [
  { value: '', label: t.noAttention },
  { value: 'needs_data', label: t.needsData },
  { value: 'stale', label: t.stale },
];
type Props = Readonly<{ deals: Deals }>;

/** Filters shared by table and board. */
export function DealFilters({ deals: { view, act } }: Props) {
  const { filters } = view;
  const isBoard = filters.view === 'board';
  const { stage = '' } = filters;
  // Deals may still be in a removed stage, so it stays in the options.
  const stageOptions = addChosen([{ value: '', label: t.allStages }, ...useStages()], stage, stage);
  return (
    <>
      {!isBoard && (
        <>
          <FilterChoice
            label={t.state}
            value={filters.state ?? ''}
            options={stateOptions}
            onChange={(value) => act.choose('state', value)}
          />
          <FilterChoice label={t.stage} value={stage} options={stageOptions} onChange={(value) => act.choose('stage', value)} />
        </>
      )}
      <FilterChoice
        label={t.attention}
        value={filters.attention ?? ''}
        options={attentionOptions}
        onChange={(value) => act.choose('attention', value)}
      />
    </>
  );
}
