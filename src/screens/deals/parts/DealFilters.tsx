import { messages } from '../../../../contract/messages.ts';
import { can } from '../../../../contract/permissions.ts';
import { useUser } from '../../../app/context.ts';
import { addChosen } from '../../../shared/deals/useOwners.ts';
import { NONE } from '../../../ui/display/format.ts';
import { ChoiceButtons } from '../../../ui/form/Choices.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Picker } from '../../../ui/picker/Picker.tsx';
import type { Deals } from '../useDeals.ts';
import { useStages } from '../useStages.ts';

const t = messages.deals;
const states = (['', 'won', 'lost', 'all'] as const).map((value) => ({ value, label: t.states[value] }));
const attentions = [
  { value: '', label: t.noAttention },
  { value: 'needs_data', label: t.needsData },
  { value: 'stale', label: t.stale },
];
const views = [
  { value: 'table', label: t.views.table },
  { value: 'board', label: t.views.board },
] as const;

type Props = Readonly<{ deals: Deals; owners: readonly Readonly<{ value: string; label: string }>[] }>;

/** Filters shared by table and board, and the switch between the two. */
export function DealFilters({ deals: { view, act }, owners }: Props) {
  const { filters, search } = view;
  const lists = can(useUser(), 'user:list');
  const isBoard = filters.view === 'board';
  const { stage = '', owner = '' } = filters;
  // A removed stage may still have deals, so it stays in the options.
  const stages = addChosen([{ value: '', label: t.allStages }, ...useStages()], stage, stage);
  const ownerOptions = [{ value: '', label: t.allOwners }, ...owners, { value: 'none', label: t.nobody }];
  const options = addChosen(ownerOptions, owner, owners.length === 0 ? NONE : t.unknownOwner);
  return (
    <div className="list-filters">
      <ChoiceButtons
        label={t.view}
        value={isBoard ? 'board' : 'table'}
        options={views}
        onChoose={(value) => act.choose('view', value === 'board' ? 'board' : '')}
      />
      {!isBoard && (
        <>
          <Select
            aria-label={t.state}
            value={filters.state ?? ''}
            options={states}
            onChange={({ target }) => act.choose('state', target.value)}
          />
          <Select aria-label={t.stage} value={stage} options={stages} onChange={({ target }) => act.choose('stage', target.value)} />
        </>
      )}
      {(lists || owners.length > 1) && (
        <Picker label={t.owner} value={owner} options={options} onChange={(value) => act.choose('owner', value)} />
      )}
      <Select
        aria-label={t.attention}
        value={filters.attention ?? ''}
        options={attentions}
        onChange={({ target }) => act.choose('attention', target.value)}
      />
      <Input type="search" aria-label={t.search} placeholder={t.search} value={search} onChange={({ target }) => act.type(target.value)} />
    </div>
  );
}
