import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { Event, EventNeed, YesNoField } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { eventNeedsOf } from '../../../../contract/rules/events/eventNeeds.ts';
import { factNeedsOf } from '../../../../contract/rules/events/factNeeds.ts';
import { invoiceReasonOf, isToInvoice } from '../../../../contract/rules/events/toInvoice.ts';
import { whenText } from '../../../../contract/rules/time/eventTime.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { check } from '../../../ui/display/icons.ts';
import { type CardContent, RowCard } from '../../../ui/display/RowCard.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { getTime, isCanceledProgram } from '../columns.tsx';
import { applyUnsavedCells } from '../connectCells.ts';
import type { EventsPage } from '../useEvents.ts';
import { ListTail } from './ListTail.tsx';
import { UnsavedChangesBar } from './UnsavedBar.tsx';

const t = messages.events;
const cards = messages.eventCards;
const SKELETONS = [1, 2, 3, 4];
const CARD_PX = 132;
/** The field that resolves each need. */
const fieldByNeed: Readonly<Record<EventNeed, YesNoField>> = {
  need_review: 'reviewed',
  need_tech_setup: 'tech_setup_completed',
  need_pre_program_email: 'pre_program_setup_email_sent',
  need_reminder_email: 'pre_program_reminder_email_sent',
};

/** Missing facts as badges; an invoice that is due shows its reason in words. */
function MissingCell({ event, today }: { event: Event; today: Day }) {
  const needs = factNeedsOf(event, today);
  const isInvoiceDue = needs.includes('need_invoice');
  return (
    <>
      <span className="row-card-acts">
        {needs
          .filter((need) => need !== 'need_invoice')
          .map((need) => (
            <Badge key={need} severity="warning">
              {t.facts[need]}
            </Badge>
          ))}
      </span>
      {isToInvoice(event, today) && (
        <span className="row-card-acts">
          <Badge severity={isInvoiceDue ? 'danger' : 'warning'}>{isInvoiceDue ? t.facts.need_invoice : t.toInvoice}</Badge>
          <span className="muted">{invoiceReasonOf(event, today)}</span>
        </span>
      )}
    </>
  );
}

/** Events on a phone: customer, time and place, and one-tap buttons for open tasks. */
export function EventCards({ page }: { page: EventsPage }) {
  const { view, mayEdit, today, news } = page;
  const { cells } = page.children;
  const unsavedCells = useSelector(cells, ({ context }) => context.cells);
  const rows = useMemo(() => applyUnsavedCells(view.rows, unsavedCells), [view.rows, unsavedCells]);
  if (view.stale || (view.loading && rows.length === 0)) {
    return SKELETONS.map((index) => <Skeleton key={index} height={CARD_PX} />);
  }
  const renderActions = (row: Event): ReactNode =>
    eventNeedsOf(row, today).map((need) => (
      <Button
        key={need}
        size="small"
        severity="secondary"
        icon={check}
        aria-label={fill(cards.of, { action: cards.actions[need], customer: row.customer.name })}
        onClick={() => cells.send({ type: 'cells.write', written: [{ row, key: fieldByNeed[need], value: 'Yes' }] })}
      >
        {cards.actions[need]}
      </Button>
    ));
  const toCard = (row: Event): CardContent => {
    const time = getTime(row);
    const { customer, program, sales_person: seller } = row;
    const location = [customer.address.state, program?.format, program?.program].filter(Boolean).join(' · ');
    const note = news.rowNoteOf(row);
    return {
      title: customer.name,
      lines: [time ? whenText(time) : t.noDay, location, seller, note && <span className="event-news">{note}</span>],
      facts: <MissingCell event={row} today={today} />,
      actions: mayEdit(row) && renderActions(row),
      muted: isCanceledProgram(row),
      misfit: news.isMisfit(row),
    };
  };
  return (
    <>
      {rows.length === 0 && view.error === null && <EmptyState title={view.empty.title}>{view.empty.why}</EmptyState>}
      <ul className="row-cards" aria-label={t.label} data-failed={view.error !== null || undefined}>
        {rows.map((row) => (
          <RowCard key={row.id} content={toCard(row)} open={view.panel?.id === row.id} onOpen={() => page.openPanel(row.id)} />
        ))}
      </ul>
      {view.tail.kind === 'none' && view.more && (
        <Button severity="secondary" onClick={page.more}>
          {cards.more}
        </Button>
      )}
      {view.tail.kind !== 'none' && <ListTail tail={view.tail} onRetry={page.retry} />}
      <div className="event-bars">
        <UnsavedChangesBar cells={cells} />
      </div>
    </>
  );
}
