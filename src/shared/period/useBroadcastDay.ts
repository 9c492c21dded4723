import { useEffect } from 'react';
import type { Day } from '../../../contract/rules/time/period.ts';

type Follower = { send: (event: { type: 'day.changed'; today: Day }) => void };

/** Sends the new day to actors that depend on today, because they read `input` only once. */
export const useBroadcastDay = (today: Day, ...followers: readonly [Follower, Follower?]): void => {
  const [firstFollower, secondFollower] = followers;
  useEffect(() => {
    firstFollower.send({ type: 'day.changed', today });
    secondFollower?.send({ type: 'day.changed', today });
  }, [today, firstFollower, secondFollower]);
};
