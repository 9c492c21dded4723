import '../../../ui/theme/plainTable.css';
import { Link } from 'wouter';
import { paymentStateBadges } from '../../../../contract/entities/payment.ts';
import type { PayoutRunPerson } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatMoney, NONE } from '../../../ui/format.ts';
import { Money } from '../../../ui/Money.tsx';
import type { BoundRun } from './usePayoutRun.ts';

const text = messages.payoutRuns;
const { columns } = text;
const money = (amount: number): string => formatMoney(toCents(amount));
type Row = Readonly<{ bound: BoundRun; person: PayoutRunPerson }>;

const noteOf = (person: PayoutRunPerson): string =>
  [
    ...(person.kept > 0 ? [fill(text.kept, { amount: money(person.kept) })] : []),
    ...(person.drawn > 0 ? [fill(text.drawn, { amount: money(person.drawn) })] : []),
    ...(person.recovered > 0 ? [fill(text.recovered, { amount: money(person.recovered) })] : []),
    ...(person.reason === null
      ? []
      : [fill(text.changed, { name: person.changed_by ?? '', amount: money(person.proposed), reason: person.reason })]),
    ...(person.failure === null ? [] : [person.failure]),
  ].join(' ');

function PersonActions({ bound, person }: Row) {
  const { user_id: userId, user_name: name, actions } = person;
  const button = (action: keyof typeof text.personActions, onClick: () => void) =>
    actions.includes(action) && (
      <Button
        key={action}
        size="small"
        severity="secondary"
        unavailable={bound.busy}
        aria-label={fill(text.actOn, { action: text.personActions[action], name })}
        onClick={onClick}
      >
        {text.personActions[action]}
      </Button>
    );
  const plain = (step: 'complete' | 'retry') => button(step, () => bound.step({ kind: 'person', userId, step, reason: '' }));
  const asked = (about: 'fail' | 'reverse') => button(about, () => bound.ask({ userId, about }));
  return (
    <span className="payment-row-actions">
      {bound.run?.actions.includes('change') && person.proposed > 0 && (
        <Button
          size="small"
          severity="secondary"
          unavailable={bound.busy}
          aria-label={fill(text.actOn, { action: text.actions.change, name })}
          onClick={() => bound.ask({ userId, about: 'change' })}
        >
          {text.actions.change}
        </Button>
      )}
      {plain('complete')}
      {plain('retry')}
      {asked('fail')}
      {asked('reverse')}
    </span>
  );
}

function Statement({ bound, person }: Row) {
  if (person.statement === null) return NONE;
  if (person.statement === 'failed') return text.statementFailed;
  if (person.statement !== 'completed') return text.statementWaits;
  return (
    <Button
      size="small"
      severity="text"
      aria-label={fill(text.statementOf, { name: person.user_name })}
      onClick={() => bound.statement(person.user_id, person.user_name)}
    >
      {text.statement}
    </Button>
  );
}

const name = (person: PayoutRunPerson) => (
  <Link href={`/payments?${new URLSearchParams({ person: person.user_id })}`}>{person.user_name}</Link>
);

/** Who is paid, with what the last run paid them. */
export function RunPeople({ bound, people }: { bound: BoundRun; people: readonly PayoutRunPerson[] }) {
  if (people.length === 0) return <p className="muted">{text.nobodyPaid}</p>;
  return (
    <div className="payment-lines">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col" data-align="end">
              {columns.due}
            </th>
            <th scope="col" data-align="end">
              {columns.amount}
            </th>
            <th scope="col" data-align="end">
              {columns.last}
            </th>
            <th scope="col">{columns.payment}</th>
            <th scope="col">{columns.statement}</th>
            <th scope="col">{columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <td>
                {name(person)}
                {noteOf(person) !== '' && <p className="muted payment-run-note">{noteOf(person)}</p>}
              </td>
              <td data-align="end">
                <Money cents={toCents(person.due)} />
              </td>
              <td data-align="end">
                {person.payment_id === null ? (
                  <Money cents={toCents(person.amount)} />
                ) : (
                  <Link href={`/payments?${new URLSearchParams({ payment: person.payment_id })}`}>
                    <Money cents={toCents(person.amount)} />
                  </Link>
                )}
              </td>
              <td data-align="end">
                <Money cents={person.last_amount === null ? null : toCents(person.last_amount)} />
              </td>
              <td>
                {person.status === null ? (
                  NONE
                ) : (
                  <Badge severity={paymentStateBadges[person.status].severity}>{paymentStateBadges[person.status].label}</Badge>
                )}
              </td>
              <td>
                <Statement bound={bound} person={person} />
              </td>
              <td>
                <PersonActions bound={bound} person={person} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const whyOf = (person: PayoutRunPerson): string => {
  if (person.outcome === 'by_hand') return fill(text.outcomes.by_hand, { amount: money(person.due), reason: person.reason ?? '' });
  const amount = person.outcome === 'carried' ? person.due : person.waiting;
  return fill(text.outcomes[person.outcome], { amount: money(amount) });
};

/** Who is left out, and why (decisions 2.16). */
export function LeftOut({ bound, people }: { bound: BoundRun; people: readonly PayoutRunPerson[] }) {
  if (people.length === 0) return <p className="muted">{text.nobodyLeftOut}</p>;
  return (
    <div className="payment-lines">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col">{columns.why}</th>
            <th scope="col">{columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <td>{name(person)}</td>
              <td>{whyOf(person)}</td>
              <td>
                <PersonActions bound={bound} person={person} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
