import type { Event, YesNoField } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { readinessOf } from '../../../../contract/rules/events/eventNeeds.ts';
import { eventWorkOf } from '../../../../contract/rules/events/eventWork.ts';
import { factReadinessOf } from '../../../../contract/rules/events/factNeeds.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import { PanelAnswer } from '../../../shared/lists/PanelAnswer.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';

const t = messages.eventPanel;
const doneNames: Readonly<Partial<Record<string, string>>> = messages.eventWeek.done;
const colours = { done: 'success', open: 'warning', blocked: 'danger', not_needed: 'secondary' } as const;

type Props = Readonly<{
  event: Event;
  today: Day;
  /** Sets a field to Yes; null for users who may not edit the event. */
  onDone: ((field: YesNoField) => void) | null;
}>;

/** Whether the event is ready: the open work first, each with the button that completes it. */
export function EventReadiness({ event, today, onDone }: Props) {
  const work = eventWorkOf(event, today);
  const entries = [...readinessOf(event, today), ...factReadinessOf(event, today)];
  const isOpen = (state: string): boolean => state === 'open' || state === 'blocked';
  const sorted = [...entries.filter(({ state }) => isOpen(state)), ...entries.filter(({ state }) => !isOpen(state))];
  return (
    <section aria-label={t.readiness}>
      <PanelAnswer badge={work.length === 0 ? { label: t.ready, severity: 'success' } : { label: t.states.open, severity: 'warning' }}>
        {work.length === 0 ? t.nothingOpen : fill(t.openWork, { count: work.length })}
      </PanelAnswer>
      <ul className="event-readiness">
        {sorted.map(({ need, state, sentence }) => {
          const field = work.find((item) => item.need === need)?.field ?? null;
          return (
            <li key={need}>
              <Badge severity={colours[state]}>{t.states[state]}</Badge>
              <span>{sentence}</span>
              {field !== null && onDone !== null && (
                <Button
                  size="small"
                  severity="secondary"
                  aria-label={fill(messages.eventWeek.doneFor, {
                    action: doneNames[need] ?? '',
                    field: messages.events.columns[field],
                    customer: event.customer.name,
                  })}
                  onClick={() => onDone(field)}
                >
                  {doneNames[need]}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
