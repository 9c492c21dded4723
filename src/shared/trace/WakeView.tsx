import './wake.css';
import { Link } from 'wouter';
import { commissionStatusBadges } from '../../../contract/entities/commission.ts';
import type { Wake, WakeFigure } from '../../../contract/entities/wake.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { useApp } from '../../app/context.ts';
import { commissionsPath } from '../../app/routes.ts';
import { createWake } from '../../services/wake.ts';
import { centsOf, formatDate, NONE } from '../../ui/display/format.ts';
import { MoneyText } from '../../ui/display/Money.tsx';
import { toPeriodQuery } from '../period/periodInUrl.ts';
import { useAnswer } from '../useAnswer.ts';
import { RefLink } from './RefLink.tsx';
import { WhyTable } from './WhyTable.tsx';
import type { WakeSubject } from './wakeInUrl.ts';

const t = messages.wake;

const statusText = ({ status_before: before, status_after: after }: WakeFigure): string => {
  if (after === null) return NONE;
  const label = commissionStatusBadges[after].label;
  return before === null || before === after ? label : fill(t.statusChange, { before: commissionStatusBadges[before].label, after: label });
};

const renderAmounts = (before: number | null, after: number) => [
  before === null ? NONE : <MoneyText key="before" cents={centsOf(before)} />,
  <MoneyText key="after" cents={centsOf(after)} />,
  <MoneyText key="change" cents={centsOf(after) - centsOf(before ?? 0)} />,
];

/** Links to a person's records between the first and the last booking day of the figures. */
const toRecordsLink = (userId: string, figures: Wake['figures']): string | null => {
  const days = figures.flatMap(({ user_id, booking_date }) => (user_id === userId ? [booking_date] : [])).sort();
  const [start_date, end_date] = [days[0], days.at(-1)];
  if (start_date === undefined || end_date === undefined) return null;
  return `${commissionsPath}?${toPeriodQuery({ mode: 'custom', start_date, end_date }, { person: userId })}`;
};

function People({ people, figures }: Pick<Wake, 'people' | 'figures'>) {
  return (
    <WhyTable
      title={t.people}
      amounts={4}
      headers={[t.person, t.count, t.before, t.after, t.change]}
      rows={people.map(({ user_id, person, figures: count, before, after }) => {
        const href = toRecordsLink(user_id, figures);
        const name =
          href === null ? (
            person
          ) : (
            <Link key="person" href={href}>
              {person}
            </Link>
          );
        return [name, String(count), ...renderAmounts(before, after)];
      })}
    />
  );
}

function Figures({ figures, others, measure }: Pick<Wake, 'figures' | 'others' | 'measure'>) {
  return (
    <WhyTable
      title={t.measures[measure]}
      amounts={3}
      headers={[t.figure, t.person, t.booked, t.status, t.before, t.after, t.change]}
      rows={[
        ...figures.map((figure) => [
          <RefLink key="figure" of={figure.ref} day={figure.booking_date}>
            {figure.label}
          </RefLink>,
          figure.person,
          formatDate(figure.booking_date),
          statusText(figure),
          ...renderAmounts(figure.before, figure.after),
        ]),
        ...(others.count === 0
          ? []
          : [[fill(t.others, { count: others.count }), '', '', '', '', '', <MoneyText key="others" cents={centsOf(others.change)} />]]),
      ]}
    />
  );
}

/** Loads the figures an item changed; remount for another item. */
export const useWake = ({ kind, id }: WakeSubject) => {
  const { http } = useApp();
  return useAnswer<Wake>(() => createWake(http).of(kind, id), {}, t.failed);
};

/** The origin of an item, and every figure it changed. */
export function WakeView({ wake }: { wake: Wake }) {
  const facts = [wake.date === null ? '' : formatDate(wake.date), wake.source ?? ''].filter((text) => text !== '');
  return (
    <div className="wake-view">
      {facts.length > 0 && <p className="muted">{facts.join(' · ')}</p>}
      {wake.note !== null && <p>{wake.note}</p>}
      {wake.figures.length === 0 ? (
        wake.note === null && <p>{t.nothing}</p>
      ) : (
        <>
          <p className="muted">{t.intro}</p>
          <People {...wake} />
          <Figures {...wake} />
        </>
      )}
    </div>
  );
}
