import { Link } from 'wouter';
import { disputeBadges } from '../../../../contract/entities/dispute.ts';
import { messages } from '../../../../contract/messages.ts';
import { periodAt } from '../../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../../shared/period/periodInUrl.ts';
import { Badge } from '../../../ui/display/Badge.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { EmptyState } from '../../../ui/display/EmptyState.tsx';
import type { ShownPerson } from '../usePerson.ts';

const t = messages.personPage;

/** Unresolved questions about commission, each with its latest message. */
export function QuestionsCard({ person: { questions }, today }: ShownPerson) {
  if (questions === null) return null;
  return (
    <Card title={t.questions}>
      {questions.length === 0 && <EmptyState title={t.noQuestions} />}
      <ul className="person-questions">
        {questions.map(({ id, commission_id, invoice_number, booking_date = today, state, messages: thread }) => (
          <li key={id}>
            <Link href={`/commissions?${toPeriodQuery(periodAt('month', booking_date), { record: commission_id })}`}>{invoice_number}</Link>{' '}
            <Badge severity={disputeBadges[state].severity}>{disputeBadges[state].label}</Badge>
            <p className="muted">{thread.at(-1)?.text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
