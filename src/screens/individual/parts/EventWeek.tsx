import './eventWeek.css';
import { Link } from 'wouter';
import type { Event } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { eventAddress } from '../../../../contract/rules/events/eventAddress.ts';
import type { EventWork } from '../../../../contract/rules/events/eventWork.ts';
import { dayText, weekdayText } from '../../../../contract/rules/time/dayText.ts';
import { clockOnDay, whenOf, withPlainZone } from '../../../../contract/rules/time/eventTime.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { type EventWeekView, nextSevenDays, useEventWeek } from '../useEventWeek.ts';

const t = messages.eventWeek;
const LOADING_PX = 320;
type FinishProps = Pick<EventWeekView, 'finish' | 'busy'>;
const nameOf = ({ customer }: Event): string => customer.name || NONE;

/** An open task, with a button if one click completes it. The heading above has the day. */
function EventTask({
  event,
  work: { need, sentence, field },
  day,
  finish,
  busy,
}: FinishProps & { event: Event; work: EventWork; day: Day }) {
  const customer = nameOf(event);
  const action = need in t.done ? t.done[need as keyof typeof t.done] : '';
  return (
    <li className="week-work">
      <span>{sentence.replace(fill(messages.readiness.starts, { day: dayText(day) }), '')}</span>
      {field !== null && (
        <Button
          size="small"
          severity="secondary"
          unavailable={busy}
          aria-label={fill(t.doneFor, { action, field: messages.events.columns[field], customer })}
          onClick={() => finish({ event, field })}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

function WeekEvent({ event, work, day, ...finish }: FinishProps & { event: Event; work: readonly EventWork[]; day: Day }) {
  const href = eventAddress(event.id, day);
  const time = whenOf(event);
  return (
    <li className="week-event">
      <p className="week-event-name">
        <Link href={href}>{nameOf(event)}</Link>
        <span className="muted">
          {[time ? clockOnDay(withPlainZone(time)) : '', event.program?.program || event.program?.type || ''].filter(Boolean).join(' · ')}
        </span>
      </p>
      <ul>
        {work.map((item) => (
          <EventTask key={item.need} event={event} work={item} day={day} {...finish} />
        ))}
      </ul>
    </li>
  );
}

function Days({ week }: { week: EventWeekView }) {
  const { days, count, open, openToday, finish, busy } = week;
  if (count === 0) return <EmptyState title={t.empty}>{t.emptyWhy}</EmptyState>;
  if (days.length === 0)
    return (
      <EmptyState title={t.allReady} drawing="done">
        {fill(t.allReadyWhy, { count })}
      </EmptyState>
    );
  return (
    <>
      <p className="week-answer">
        <strong>{fill(openToday > 0 ? t.answerToday : t.answer, { open, count, today: openToday })}</strong>
      </p>
      {days.map(({ day, events }) => (
        <section key={day} className="week-day">
          <h3>{fill(t.dayWith, { day: weekdayText(day), count: events.length })}</h3>
          <ul>
            {events.map(({ event, work }) => (
              <WeekEvent key={event.id} event={event} work={work} day={day} finish={finish} busy={busy} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** decisions 3.02: the events of the next seven days with their open tasks, each with the button that completes it. */
export function EventWeek({ today, onSaved }: { today: Day; onSaved: () => void }) {
  const week = useEventWeek(today, onSaved);
  return (
    <Card title={t.title} actions={<Link href={`/events?${toPeriodQuery({ mode: 'custom', ...nextSevenDays(today) }, {})}`}>{t.all}</Link>}>
      {week.error !== null && <Alert onRetry={week.retry}>{week.error}</Alert>}
      {week.isLoading && <Skeleton height={LOADING_PX} />}
      {week.isLoaded && <Days week={week} />}
    </Card>
  );
}
