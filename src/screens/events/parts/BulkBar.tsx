import { useSelector } from '@xstate/react';
import { Suspense, useEffect, useState } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { filterSuggestions } from '../../../ui/grid/editing/SuggestField.tsx';
import { lazyComponent } from '../../../ui/support/later.tsx';
import { connectBulk, toEditableField } from '../connectBulk.ts';
import type { FieldSuggestions } from '../fields.ts';
import type { EventsPage } from '../useEvents.ts';

// Lazy: 17 kB that are needed only once a row is selected.
const [Suggest, fetchSuggest] = lazyComponent(() => import('../../../ui/form/Suggest.tsx'));
const t = messages.eventBulk;
type Bulk = EventsPage['children']['bulk'];

/** Sets a field of the selected rows; stays visible while scrolling. */
export function BulkBar({ bulk, suggestions = {} }: { bulk: Bulk; suggestions?: FieldSuggestions }) {
  const view = connectBulk(useSelector(bulk, (current) => current));
  const [matches, setMatches] = useState<string[]>([]);
  const isVisible = view !== null;
  useEffect(() => {
    if (isVisible) void fetchSuggest();
  }, [isVisible]);
  if (view === null) return null;
  const chooseChange = (field: string, value: string): void => bulk.send({ type: 'change.choose', field: toEditableField(field), value });
  const values = (view.field && suggestions[view.field]) || [];
  return (
    <section className="event-bulk" aria-label={t.title}>
      <strong role="status">{view.selected}</strong>
      <Select
        aria-label={t.field}
        value={view.field ?? ''}
        options={view.fieldOptions}
        onChange={(event) => chooseChange(event.target.value, '')}
      />
      {view.valueOptions ? (
        <Select
          aria-label={t.value}
          value={view.value}
          options={view.valueOptions}
          onChange={(event) => chooseChange(view.field ?? '', event.target.value)}
        />
      ) : (
        <Suspense fallback={null}>
          <Suggest
            label={t.value}
            value={view.value}
            suggestions={matches}
            onAsk={(inputText) => setMatches([...filterSuggestions(inputText, values)])}
            onChange={(value) => chooseChange(view.field ?? '', value)}
          />
        </Suspense>
      )}
      <Button unavailable={!view.canApply} onClick={() => bulk.send({ type: 'bulk.apply' })}>
        {view.apply}
      </Button>
      <Button severity="text" onClick={() => bulk.send({ type: 'selection.clear' })}>
        {t.clear}
      </Button>
    </section>
  );
}
