import { messages } from '../../../../contract/messages.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { useNarrow } from '../../../ui/support/useNarrow.ts';
import { adjustmentStateOptions } from './connectAdjustments.ts';

const t = messages.adjustments;
type Props = {
  live: boolean;
  state: string;
  search: string;
  onState: (state: string) => void;
  onSearch: (text: string) => void;
};

/** spec 2.36: the search filters the loaded page; the state filter goes to servers that have states. */
export function AdjustmentsFilters({ live, state, search, onState, onSearch }: Props) {
  return (
    <div className="list-filters">
      {live && (
        <Select aria-label={t.state} value={state} options={adjustmentStateOptions} onChange={({ target }) => onState(target.value)} />
      )}
      <Input
        type="search"
        aria-label={t.search}
        placeholder={useNarrow() ? messages.grid.search : t.search}
        title={messages.commissions.searchHint}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
    </div>
  );
}
