import { Link } from 'wouter';
import type { Goal } from '../../../../contract/entities/goal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { monthText } from '../../../../contract/rules/time/dayText.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import { centsOf, formatMoney } from '../../../ui/display/format.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;
const formatAmount = ({ kind }: Goal, value: number): string =>
  kind === 'close_deals' ? value.toLocaleString('en-US') : formatMoney(centsOf(value));

/** The goals of the month. They are set on the performance page, which the link opens. */
export function PersonGoals({ person: { id, goals }, chosen, today }: ShownPerson) {
  if (goals === null) return null;
  const day = chosen.start_date <= today && today <= chosen.end_date ? today : chosen.end_date;
  const month = monthText(day);
  return (
    <Card
      title={fill(t.goals, { month })}
      actions={<Link href={`/dashboard/individual?${toPeriodQuery(chosen, { person: id })}`}>{t.goalsLink}</Link>}
    >
      {goals.length === 0 && <EmptyState title={fill(t.noGoals, { month })} />}
      {goals.map((goal) => {
        const name = messages.goals.kinds[goal.kind];
        const text = fill(messages.goals.progress, { done: formatAmount(goal, goal.progress), target: formatAmount(goal, goal.target) });
        return (
          <div key={goal.id} className="person-goal">
            <span>{name}</span>
            <span className="figure">{text}</span>
            <ProgressBar
              label={name}
              value={goal.progress / goal.target}
              severity={goal.progress >= goal.target ? 'success' : 'primary'}
              text={text}
            />
          </div>
        );
      })}
    </Card>
  );
}
