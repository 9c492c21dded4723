import { shallowEqual, useSelector } from '@xstate/react';
import { fill, messages } from '../../../../contract/messages.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import type { TeamLoadingRef } from '../loadTeam.ts';

const t = messages.performance;

/** Progress while figures of some people are still loading. */
export function TeamProgress({ actor }: { actor: TeamLoadingRef }) {
  const { done, count, loading } = useSelector(
    actor,
    (snapshot) => {
      const { people, figures } = snapshot.context;
      return { done: Object.keys(figures).length, count: people.length, loading: snapshot.matches('loading') };
    },
    shallowEqual,
  );
  if (!loading) return null;
  const progressText = fill(t.progress, { done, count });
  return (
    <div className="team-progress">
      <ProgressBar label={t.progressLabel} value={count === 0 ? 0 : done / count} text={progressText} />
      <p className="muted">{progressText}</p>
    </div>
  );
}
