import './person.css';
import { Link, useParams } from 'wouter';
import type { PersonPage } from '../../../contract/entities/personPage.ts';
import { roleLabels } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { can } from '../../../contract/permissions.ts';
import { useUser } from '../../app/context.ts';
import { NotFoundPage } from '../../app/pages/NotFound.tsx';
import { PersonLink } from '../../shared/people/PersonLink.tsx';
import { PeriodControl } from '../../shared/period/PeriodControl.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { PageHead } from '../../ui/display/PageHead.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { DealsCard } from './parts/DealsCard.tsx';
import { EventsCard } from './parts/EventsCard.tsx';
import { PersonAdjustments } from './parts/PersonAdjustments.tsx';
import { PersonGoals } from './parts/PersonGoals.tsx';
import { PersonMoney } from './parts/PersonMoney.tsx';
import { PersonPlan } from './parts/PersonPlan.tsx';
import { QuestionsCard } from './parts/QuestionsCard.tsx';
import { type PersonView, usePerson } from './usePerson.ts';

const t = messages.personPage;
/** Reserved height of the figures, the chart and the first cards. */
const PAGE_PX = 640;
const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

function Facts({ person }: Readonly<{ person: PersonPage }>) {
  const [before = '', after = ''] = t.manager.split('{name}');
  return (
    <span className="person-facts">
      <span>{roleLabels[person.role] ?? person.role}</span>
      {person.territory !== null && <span>{person.territory}</span>}
      {person.manager && (
        <span>
          {before}
          <PersonLink {...person.manager} />
          {after}
        </span>
      )}
    </span>
  );
}

function Name({ person, isOwn }: Readonly<{ person: PersonPage; isOwn: boolean }>) {
  return (
    <>
      <Avatar initials={initialsOf(person.name)} />
      {person.name} {isOwn && <Badge>{t.you}</Badge>}
      {!person.active && <Badge severity="warning">{t.left}</Badge>}
    </>
  );
}

function PersonCards({ person, chosen, today }: Readonly<{ person: PersonPage }> & Pick<PersonView, 'chosen' | 'today'>) {
  const cardProps = { person, chosen, today };
  return (
    <>
      <PersonMoney {...cardProps} />
      <div className="person-parts">
        <div className="person-column">
          <PersonPlan {...cardProps} />
          <DealsCard {...cardProps} />
          <PersonAdjustments {...cardProps} />
        </div>
        <div className="person-column">
          <PersonGoals {...cardProps} />
          <QuestionsCard {...cardProps} />
          <EventsCard {...cardProps} />
        </div>
      </div>
    </>
  );
}

function Person({ id }: { id: string }) {
  const { person, isMissing, isWaiting, error, retry, isOwn, period, chosen, today } = usePerson(id);
  const managesUsers = can(useUser(), 'user:manage');
  if (isMissing) return <NotFoundPage />;
  return (
    <div className="page person">
      <PageHead
        title={person ? <Name person={person} isOwn={isOwn} /> : t.title}
        about={person && <Facts person={person} />}
        actions={person && managesUsers && <Link href={`/admin/users?${new URLSearchParams({ search: person.name })}`}>{t.account}</Link>}
      >
        <PeriodControl actor={period} />
      </PageHead>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      {isWaiting && <Skeleton height={PAGE_PX} />}
      {!isWaiting && person && <PersonCards person={person} chosen={chosen} today={today} />}
    </div>
  );
}

/** decisions 3.10: everything about one person on one page. */
export default function PersonScreen() {
  const { id = '' } = useParams<{ id: string }>();
  // A new person remounts the page, so no figure appears under another person's name.
  return <Person key={id} id={id} />;
}
