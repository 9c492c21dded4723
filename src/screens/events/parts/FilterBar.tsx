import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { eventChoiceFilters, eventTextFilters } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { times } from '../../../ui/display/icons.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { useOutsideInteraction } from '../../../ui/support/useOutsideInteraction.ts';
import { filterChoices } from '../eventsInUrl.ts';
import type { EventsPage } from '../useEvents.ts';

const t = messages.events;
const choiceOptions = Object.fromEntries(
  eventChoiceFilters.map((key) => [
    key,
    [{ value: '', label: t.all }, ...(filterChoices[key] ?? []).map((value) => ({ value, label: value }))],
  ]),
);

const textFilters = eventTextFilters.filter((key) => key !== 'search');
const choiceFilters = eventChoiceFilters.filter((key) => key !== 'only');

/** spec 7.26, 9.07, 9.10: one search over everything shown; five text filters and four choices behind one button. */
export function FilterBar({ filters, hasSearch = false }: { filters: EventsPage['children']['filters']; hasSearch?: boolean }) {
  const { texts, filters: appliedFilters, need } = useSelector(filters, (snapshot) => snapshot.context);
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  useOutsideInteraction(frame, open, () => setOpen(false));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // By default, the browser clears a search field on Escape.
    event.preventDefault();
    if (!open) return;
    event.stopPropagation();
    setOpen(false);
    frame.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const count = Object.values(appliedFilters).filter((value) => value !== '').length;
  const canClear = need !== null || count > 0 || Object.values(texts).some((value) => value !== '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the fields inside.
    <div className="event-filters no-print" ref={frame} onKeyDown={onKeyDown}>
      {hasSearch && (
        <Input
          type="search"
          className="event-search"
          aria-label={t.filterLabels.search}
          placeholder={t.filterLabels.search}
          maxLength={100}
          value={texts.search}
          onChange={(event) => filters.send({ type: 'filter.type', key: 'search', text: event.target.value })}
        />
      )}
      <div className="event-filters-fold">
        <Button severity="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {count === 0 ? t.moreFilters : fill(t.filtersOn, { count })}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out its fields in a row. */}
      <div id={id} role="group" aria-label={t.filters} className="event-filters-fields" data-open={open}>
        {textFilters.map((key) => (
          <Field key={key} label={t.filterLabels[key]}>
            {(controlProps) => (
              <Input
                {...controlProps}
                type="search"
                maxLength={100}
                value={texts[key]}
                onChange={(event) => filters.send({ type: 'filter.type', key, text: event.target.value })}
              />
            )}
          </Field>
        ))}
        {choiceFilters.map((key) => (
          <Field key={key} label={t.filterLabels[key]}>
            {(controlProps) => (
              <Select
                {...controlProps}
                options={choiceOptions[key] ?? []}
                value={appliedFilters[key]}
                onChange={(event) => filters.send({ type: 'filter.choose', key, value: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button
          severity="secondary"
          icon={times}
          aria-label={t.clearFilters}
          title={t.clearFilters}
          unavailable={!canClear}
          onClick={() => filters.send({ type: 'filters.clear' })}
        />
      </div>
    </div>
  );
}
