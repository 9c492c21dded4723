import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { EventNeed, YesNoField } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { needsOf } from '../../../../contract/rules/events/eventNeeds.ts';
import { whenText } from '../../../../contract/rules/time/eventTime.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { check } from '../../../ui/icons.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { isCanceled, timeOf } from '../columns.tsx';
import { rowsWith } from '../connectCells.ts';
import type { EventsPage } from '../useEvents.ts';
import { ListTail } from './ListTail.tsx';
import { UnsavedBar } from './UnsavedBar.tsx';

const text = messages.events;
const cards = messages.eventCards;
const SKELETONS = [1, 2, 3, 4];
const CARD_PX = 132;
/** What answers a need. */
const answers: Readonly<Record<EventNeed, YesNoField>> = {
  need_review: 'reviewed',
  need_tech_setup: 'tech_setup_completed',
  need_pre_program_email: 'pre_program_setup_email_sent',
  need_reminder_email: 'pre_program_reminder_email_sent',
};

/** The events on a phone: whom each is for, when and where, and one tap for each thing that is still to be done. */
export function EventCards({ page }: { page: EventsPage }) {
  const { view, mayEdit, today } = page;
  const { cells } = page.children;
  const unsaved = useSelector(cells, ({ context }) => context.cells);
  const rows = useMemo(() => rowsWith(view.rows, unsaved), [view.rows, unsaved]);
  if (view.stale || (view.loading && rows.length === 0)) {
    return SKELETONS.map((at) => <Skeleton key={at} height={CARD_PX} />);
  }
  return (
    <>
      {rows.length === 0 && view.error === null && <EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
      <ul className="event-list">
        {rows.map((row) => {
          const when = timeOf(row);
          const { customer, program, sales_person: seller } = row;
          const place = [customer.address.state, program?.format, program?.program].filter(Boolean).join(' · ');
          return (
            <li key={row.id} className="event-tile" data-canceled={isCanceled(row) || undefined}>
              <button type="button" className="event-tile-open" onClick={() => page.openPanel(row.id)}>
                <strong>{customer.name}</strong>
                <span className="figure">{when ? whenText(when) : text.noDay}</span>
                <span className="muted">{place}</span>
                {seller && <span className="muted">{seller}</span>}
              </button>
              {mayEdit(row) && (
                <span className="event-tile-needs">
                  {needsOf(row, today).map((need) => (
                    <Button
                      key={need}
                      size="small"
                      severity="secondary"
                      icon={check}
                      aria-label={fill(cards.of, { action: cards.actions[need], customer: customer.name })}
                      onClick={() => cells.send({ type: 'cells.write', written: [{ row, key: answers[need], value: 'Yes' }] })}
                    >
                      {cards.actions[need]}
                    </Button>
                  ))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {view.tail.kind === 'none' && view.more && (
        <Button severity="secondary" onClick={page.more}>
          {cards.more}
        </Button>
      )}
      {view.tail.kind !== 'none' && <ListTail tail={view.tail} onRetry={page.retry} />}
      <div className="event-bars">
        <UnsavedBar cells={cells} />
      </div>
    </>
  );
}
