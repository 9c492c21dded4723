import type { Deal, DealMove } from '../../../../contract/entities/deal.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { daysInStage } from '../../../../contract/rules/deals.ts';
import type { DealsService } from '../../../services/deals.ts';
import { useAnswerTo } from '../../../shared/useAnswer.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { Timeline } from '../../../ui/display/Timeline.tsx';
import { formatDays } from '../dealNames.ts';

const { panel } = messages.deals;
const LINE_PX = 60;

const getTitle = ({ kind, stage, from }: DealMove): string => {
  if (stage === null) return panel.createdSomewhere;
  const template = kind === 'moved' && from === null ? panel.movedTo : panel.moveKinds[kind];
  return fill(template, { stage, from: from ?? '' });
};

/** Days in the stage of this move, at least one. */
const formatStay = (move: DealMove, next: DealMove | undefined, { state, stage_days }: Deal): string | null => {
  if (move.kind === 'won' || move.kind === 'lost' || (next === undefined && state !== 'open')) return null;
  const days = next === undefined ? stage_days : daysInStage(new Date(move.at), new Date(next.at));
  return days === 0 ? null : fill(next === undefined ? panel.here : panel.stayed, { days: formatDays(days) });
};

/** The stage history of a deal: each move with its author and the days in the stage. */
export function DealMovesList({ deal, service }: Readonly<{ deal: Deal; service: DealsService }>) {
  const { answer, error, retry } = useAnswerTo(() => service.moves(deal.id), { version: String(deal.version) }, panel.movesFailed);
  return (
    <section aria-label={panel.moves}>
      <h3>{panel.moves}</h3>
      {error !== null && <Alert onRetry={retry}>{error}</Alert>}
      {answer === null && error === null && <Skeleton height={LINE_PX} />}
      {answer && (
        <Timeline
          items={answer.map((move, index) => ({
            key: `${move.at} ${index}`,
            marked: index === answer.length - 1,
            content: (
              <div>
                {getTitle(move)}{' '}
                <p className="muted">
                  {[formatInstant(move.at), move.by_name ?? deal.source, formatStay(move, answer[index + 1], deal)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
            ),
          }))}
        />
      )}
    </section>
  );
}
