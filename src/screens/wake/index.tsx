import './wake.css';
import { Link, useSearch } from 'wouter';
import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import { type Wake, type WakeFigure, type WakeKind, wakeKinds } from '../../../contract/entities/wake.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { commissionsPath } from '../../app/routes.ts';
import { createWake } from '../../services/wake.ts';
import { Answered } from '../../shared/trace/Answered.tsx';
import { RefLink } from '../../shared/trace/RefLink.tsx';
import { WhyTable } from '../../shared/trace/WhyTable.tsx';
import { useAnswer } from '../../shared/useAnswer.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { centsOf, formatDate, NONE } from '../../ui/format.ts';
import { Money } from '../../ui/Money.tsx';

const text = messages.wake;

/** `payment-12` of the address; null where it names nothing that has a wake. */
const thingIn = (search: string): { kind: WakeKind; id: string } | null => {
  const [named, id] = (new URLSearchParams(search).get('of') ?? '').split('-');
  const kind = wakeKinds.find((one) => one === named);
  return kind && id ? { kind, id } : null;
};

const statusText = ({ status_before: before, status_after: after }: WakeFigure): string => {
  if (after === null) return NONE;
  const label = commissionStatusBadges[after].label;
  return before === null || before === after
    ? label
    : fill(text.statusChange, { before: commissionStatusBadges[before].label, after: label });
};

const amounts = (before: number | null, after: number) => [
  before === null ? NONE : <Money key="before" cents={centsOf(before)} />,
  <Money key="after" cents={centsOf(after)} />,
  <Money key="change" cents={centsOf(after) - centsOf(before ?? 0)} />,
];

function People({ people }: Pick<Wake, 'people'>) {
  return (
    <WhyTable
      title={text.people}
      amounts={4}
      headers={[text.person, text.count, text.before, text.after, text.change]}
      rows={people.map(({ person, figures, before, after }) => [person, String(figures), ...amounts(before, after)])}
    />
  );
}

function Figures({ figures, others, measure }: Pick<Wake, 'figures' | 'others' | 'measure'>) {
  return (
    <WhyTable
      title={text.measures[measure]}
      amounts={3}
      headers={[text.figure, text.person, text.booked, text.status, text.before, text.after, text.change]}
      rows={[
        ...figures.map((figure) => [
          <RefLink key="figure" of={figure.ref} day={figure.booking_date}>
            {figure.label}
          </RefLink>,
          figure.person,
          formatDate(figure.booking_date),
          statusText(figure),
          ...amounts(figure.before, figure.after),
        ]),
        ...(others.count === 0
          ? []
          : [[fill(text.others, { count: others.count }), '', '', '', '', '', <Money key="others" cents={centsOf(others.change)} />]]),
      ]}
    />
  );
}

/** What one thing is, where it came from, and every figure that it moved. */
function Moved({ wake }: { wake: Wake }) {
  const facts = [wake.date === null ? '' : formatDate(wake.date), wake.source ?? ''].filter((each) => each !== '');
  return (
    <Card title={wake.title} className="wake-card">
      {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
      {wake.note !== null && <p>{wake.note}</p>}
      {wake.figures.length === 0 ? (
        wake.note === null && <p>{text.nothing}</p>
      ) : (
        <>
          <p className="muted">{text.intro}</p>
          <People people={wake.people} />
          <Figures {...wake} />
        </>
      )}
    </Card>
  );
}

function WakeOf({ kind, id }: { kind: WakeKind; id: string }) {
  const { http } = useApp();
  return <Answered {...useAnswer<Wake>(() => createWake(http).of(kind, id), {}, text.failed)}>{(wake) => <Moved wake={wake} />}</Answered>;
}

/** decisions 2.04: from a payment, an invoice, an adjustment, a payout or a saved configuration to every figure it moved. */
export default function WakeScreen() {
  const thing = thingIn(useSearch());
  return (
    <div className="wake">
      <header>
        <h1>{text.title}</h1>
        <Link href={commissionsPath}>{text.back}</Link>
      </header>
      {thing ? <WakeOf key={`${thing.kind} ${thing.id}`} {...thing} /> : <EmptyState title={text.title}>{text.unknown}</EmptyState>}
    </div>
  );
}
