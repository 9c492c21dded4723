import { expect } from 'vitest';
import type { Rig } from './rig.ts';

/**
 * Asserts that the actor doesn't change until `ms` − 1, and changes at `ms`.
 * @param ms written in the test from the specification, never read from the machine
 */
export const expectChangeAt = (rig: Pick<Rig, 'actor' | 'clock'>, ms: number): void => {
  const now = () => {
    const { value, context } = rig.actor.getSnapshot();
    return JSON.stringify([value, context]);
  };
  const startedAt = now();
  rig.clock.increment(ms - 1);
  expect(now(), `after ${ms - 1} ms`).toBe(startedAt);
  rig.clock.increment(1);
  expect(now(), `after ${ms} ms`).not.toBe(startedAt);
};
