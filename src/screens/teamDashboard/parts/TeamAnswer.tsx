import { messages } from '../../../../contract/messages.ts';
import type { TeamRow } from '../../../../contract/rules/performance/team.ts';
import type { Period } from '../../../../contract/rules/time/period.ts';
import { useFeature } from '../../../app/context.ts';
import { Card } from '../../../ui/display/Card.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { TeamView } from '../connectTeam.ts';
import { NeedsAttention, TopPerformers } from './Rankings.tsx';
import { TeamHero } from './TeamHero.tsx';

const t = messages.performance;
/** The hero's height, so the layout doesn't shift when it loads. */
const HERO_PX = 312;
type Props = Readonly<{ team: TeamView; period: Period; hrefOf: (row: TeamRow) => string }>;

/** Answers how the team is doing, who needs attention and who leads, before any table. */
export function TeamAnswer({ team, period, hrefOf }: Props) {
  const hasCurve = useFeature('team-summary');
  const isWaiting = hasCurve && team.isLoading;
  if (!team.money)
    return (
      <p className="muted">
        {t.notForRole}: {t.withheld}
      </p>
    );
  return (
    <div className={isWaiting || team.curve ? 'team-answer' : 'team-rankings'}>
      {team.curve && <TeamHero curve={team.curve} team={team} period={period} />}
      {isWaiting && (
        <Card>
          <Skeleton height={HERO_PX} />
        </Card>
      )}
      <NeedsAttention team={team} hrefOf={hrefOf} />
      <TopPerformers team={team} hrefOf={hrefOf} />
    </div>
  );
}
