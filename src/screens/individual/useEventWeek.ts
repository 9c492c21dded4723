import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import type { Event } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { isCanceled } from '../../../contract/rules/events/eventNeeds.ts';
import { eventWorkOf } from '../../../contract/rules/events/eventWork.ts';
import { whenOf } from '../../../contract/rules/time/eventTime.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import { useApp, useToast } from '../../app/context.ts';
import { type EventWorkStep, eventWeekMachine } from '../../machines/events/eventWeek.machine.ts';
import { createEvents } from '../../services/events.ts';
import { useMachineRef } from '../../shared/useMachineRef.ts';

const t = messages.eventWeek;
const WEEK_DAYS = 7;

export const nextSevenDays = (today: Day) => ({ start_date: today, end_date: addDays(today, WEEK_DAYS - 1) });

const dayOf = (event: Event): Day | null => {
  const time = whenOf(event);
  return time && (time.known === 'day' || time.known === 'time') ? time.day : null;
};

/** The dated events of the week that still need work, grouped by day. */
const groupByDay = (events: readonly Event[], today: Day) => {
  const open = events.map((event) => ({ event, work: eventWorkOf(event, today) })).filter(({ work }) => work.length > 0);
  const days = [...new Set(open.map(({ event }) => dayOf(event) ?? ''))].sort();
  return days.map((day) => ({ day, events: open.filter(({ event }) => dayOf(event) === day) }));
};

/** Connects the events of the next seven days; `today` and `onSaved` are fixed at the first render. */
export const useEventWeek = (today: Day, onSaved: () => void) => {
  const { http } = useApp();
  const toast = useToast();
  const machine = useMemo(() => {
    const service = createEvents(http);
    const question = { ...nextSevenDays(today), sort_field: 'date_time', sort_direction: 'asc' };
    return eventWeekMachine.provide({
      actors: {
        load: fromPromise(async ({ signal }) => {
          const events = await service.all(question, signal);
          return events.filter((event) => !isCanceled(event) && dayOf(event) !== null);
        }),
        save: fromPromise(({ input: { step } }) =>
          service.patch({ id: step.event.id, field: step.field, value: 'Yes', version: step.event.version ?? null }),
        ),
      },
      actions: {
        reportSaved: (_, { step }) => {
          toast(fill(t.saved, { field: messages.events.columns[step.field], customer: step.event.customer.name }));
          onSaved();
        },
      },
    });
  }, [http, toast, today, onSaved]);
  const ref = useMachineRef(machine);
  const snapshot = useSelector(ref, (state) => state);
  const { content, error } = snapshot.context;
  const days = groupByDay(content ?? [], today);
  const count = content?.length ?? 0;
  const countOpen = (among: typeof days): number => among.reduce((sum, { events }) => sum + events.length, 0);
  return {
    isLoading: snapshot.matches('loading') && content === null,
    isLoaded: content !== null,
    busy: snapshot.hasTag('busy'),
    error,
    days,
    count,
    open: countOpen(days),
    openToday: countOpen(days.filter(({ day }) => day === today)),
    finish: (step: EventWorkStep) => ref.send({ type: 'step.submit', step }),
    retry: snapshot.matches('failed') ? () => ref.send({ type: 'desk.reload' }) : undefined,
  };
};
export type EventWeekView = ReturnType<typeof useEventWeek>;
