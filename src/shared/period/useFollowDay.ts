import { useEffect } from 'react';
import type { Day } from '../../../contract/rules/time/period.ts';

type Follower = { send: (event: { type: 'day.changed'; today: Day }) => void };

/** Sends the new day to actors that depend on today, because they read `input` only once. */
export const useFollowDay = (today: Day, ...followers: readonly [Follower, Follower?]): void => {
  const [first, second] = followers;
  useEffect(() => {
    first.send({ type: 'day.changed', today });
    second?.send({ type: 'day.changed', today });
  }, [today, first, second]);
};
