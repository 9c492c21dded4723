import { Link } from 'wouter';
import { paymentStateBadges } from '../../../../contract/entities/payment.ts';
import type { PayoutRunPerson } from '../../../../contract/entities/payoutRun.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { PersonLink } from '../../../shared/people/PersonLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatDate, formatMoney, NONE } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import { type PlainColumn, PlainTable } from '../../../ui/display/PlainTable.tsx';
import type { BoundPayoutRun } from './usePayoutRun.ts';

const t = messages.payoutRuns;
const { columns } = t;
const money = (amount: number): string => formatMoney(toCents(amount));
type Row = Readonly<{ binding: BoundPayoutRun; person: PayoutRunPerson }>;

const noteOf = (person: PayoutRunPerson): string =>
  [
    ...(person.kept > 0 ? [fill(t.kept, { amount: money(person.kept) })] : []),
    ...(person.overpaid > 0 ? [fill(person.kept > 0 ? t.overpaidRest : t.overpaid, { amount: money(person.overpaid) })] : []),
    ...(person.drawn > 0 ? [fill(t.drawn, { amount: money(person.drawn) })] : []),
    ...(person.recovered > 0 ? [fill(t.recovered, { amount: money(person.recovered) })] : []),
    ...(person.reason === null
      ? []
      : [fill(t.changed, { name: person.changed_by ?? '', amount: money(person.proposed), reason: person.reason })]),
    ...(person.failure === null ? [] : [person.failure]),
  ].join(' ');

function PersonActions({ binding, person }: Row) {
  const { user_id: userId, user_name: name, actions } = person;
  const renderButton = (action: keyof typeof t.personActions, onClick: () => void) =>
    actions.includes(action) && (
      <Button
        key={action}
        size="small"
        severity="secondary"
        unavailable={binding.busy}
        aria-label={fill(t.actOn, { action: t.personActions[action], name })}
        onClick={onClick}
      >
        {t.personActions[action]}
      </Button>
    );
  const renderStepButton = (step: 'complete' | 'retry') =>
    renderButton(step, () => binding.step({ kind: 'person', userId, step, reason: '' }));
  const renderReasonButton = (action: 'fail' | 'reverse') => renderButton(action, () => binding.ask({ userId, about: action }));
  return (
    <span className="payment-row-actions">
      {binding.run?.actions.includes('change') && person.proposed > 0 && (
        <Button
          size="small"
          severity="secondary"
          unavailable={binding.busy}
          aria-label={fill(t.actOn, { action: t.actions.change, name })}
          onClick={() => binding.ask({ userId, about: 'change' })}
        >
          {t.actions.change}
        </Button>
      )}
      {renderStepButton('complete')}
      {renderStepButton('retry')}
      {renderReasonButton('fail')}
      {renderReasonButton('reverse')}
    </span>
  );
}

function Statement({ binding, person }: Row) {
  if (person.statement === null) return NONE;
  if (person.statement === 'failed') return t.statementFailed;
  if (person.statement !== 'completed') return t.statementWaits;
  return (
    <Button
      size="small"
      severity="text"
      aria-label={fill(t.statementOf, { name: person.user_name })}
      onClick={() => binding.statement(person.user_id, person.user_name)}
    >
      {t.statement}
    </Button>
  );
}

const departureText = ({ left_on }: PayoutRunPerson): string => (left_on === null ? t.left : fill(t.leftOn, { day: formatDate(left_on) }));

const name = (person: PayoutRunPerson) => (
  <>
    <PersonLink id={person.user_id} name={person.user_name} fallbackHref={`/payments?${new URLSearchParams({ person: person.user_id })}`} />
    {person.left && (
      <>
        {' '}
        <Badge severity="warning">{departureText(person)}</Badge>
      </>
    )}
  </>
);

type Column = PlainColumn<PayoutRunPerson>;
const personColumn = (cell: Column['cell']): Column => ({ key: 'person', header: columns.person, cell });
const actionsColumn = (binding: BoundPayoutRun): Column => ({
  key: 'actions',
  header: columns.actions,
  cell: (person) => <PersonActions binding={binding} person={person} />,
});

function Amount({ person: { payment_id, amount } }: { person: PayoutRunPerson }) {
  const money = <MoneyText cents={toCents(amount)} />;
  return payment_id === null ? money : <Link href={`/payments?${new URLSearchParams({ payment: payment_id })}`}>{money}</Link>;
}

/** The payment's state; a reversed payment links to its reversal. */
function Payment({ person: { status, reversed_by } }: { person: PayoutRunPerson }) {
  if (reversed_by !== null)
    return (
      <Link href={`/payments?${new URLSearchParams({ payment: reversed_by })}`}>
        <Badge severity="warning">{t.reversed}</Badge>
      </Link>
    );
  return status === null ? NONE : <Badge severity={paymentStateBadges[status].severity}>{paymentStateBadges[status].label}</Badge>;
}

const paidColumns = (binding: BoundPayoutRun): readonly Column[] => [
  personColumn((person) => (
    <>
      {name(person)}
      {noteOf(person) !== '' && <p className="muted payment-run-note">{noteOf(person)}</p>}
    </>
  )),
  { key: 'due', header: columns.due, align: 'end', cell: ({ due }) => <MoneyText cents={toCents(due)} /> },
  { key: 'amount', header: columns.amount, align: 'end', cell: (person) => <Amount person={person} /> },
  {
    key: 'last',
    header: columns.last,
    align: 'end',
    cell: ({ last_amount }) => <MoneyText cents={last_amount === null ? null : toCents(last_amount)} />,
  },
  {
    key: 'payment',
    header: columns.payment,
    cell: (person) => <Payment person={person} />,
  },
  { key: 'statement', header: columns.statement, cell: (person) => <Statement binding={binding} person={person} /> },
  actionsColumn(binding),
];

const keyOf = ({ user_id }: PayoutRunPerson): string => user_id;
type People = Readonly<{ binding: BoundPayoutRun; people: readonly PayoutRunPerson[] }>;

/** The people paid, each with their amount in the last run. */
export function RunPeople({ binding, people }: People) {
  if (people.length === 0) return <p className="muted">{t.nobodyPaid}</p>;
  return (
    <div className="payment-lines">
      <PlainTable columns={paidColumns(binding)} rows={people} rowKey={keyOf} />
    </div>
  );
}

const leftOutReason = (person: PayoutRunPerson): string => {
  if (person.outcome === 'by_hand') return fill(t.outcomes.by_hand, { amount: money(person.due), reason: person.reason ?? '' });
  if (person.outcome === 'carried' && person.due === 0) return fill(t.overpaidOnly, { amount: money(person.overpaid) });
  const heldBack = person.outcome === 'too_small' || person.outcome === 'not_employed' ? person.proposed : person.waiting;
  const amount = person.outcome === 'carried' ? person.due : heldBack;
  return fill(t.outcomes[person.outcome], { amount: money(amount) });
};

/** The people whom the run leaves out, each with the reason (decisions 2.16). */
export function LeftOutPeople({ binding, people }: People) {
  if (people.length === 0) return <p className="muted">{t.nobodyLeftOut}</p>;
  const leftOutColumns: readonly Column[] = [
    personColumn(name),
    { key: 'why', header: columns.why, cell: leftOutReason },
    actionsColumn(binding),
  ];
  return (
    <div className="payment-lines">
      <PlainTable columns={leftOutColumns} rows={people} rowKey={keyOf} />
    </div>
  );
}
