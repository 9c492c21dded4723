import { expect, it } from 'vitest';
import { HISTORIES_MS, historiesOf } from '../../support/histories.ts';
import { testDatabaseKind } from '../../support/testDatabase.ts';
import { createLateHistory } from '../../support/worlds/late/lateHistory.ts';
import { type ComputeMode, differenceOf, type Played, playLateHistory } from '../../support/worlds/late/latePlay.ts';

/** `npm run soak -- late` runs for this many minutes, starting with this seed; `npm test` runs a fixed number. */
const MINUTES = Number(process.env.LATE_MINUTES ?? 0);
const FIRST_SEED = Number(process.env.LATE_SEED ?? 1);
const HISTORIES = historiesOf(2, 1);
const modes: readonly ComputeMode[] = ['at once', 'in parts', ...(testDatabaseKind() === 'embedded' ? [] : ['by two' as const])];

/** Runs a history. @returns a line for each error, empty if everything is right */
const findErrors = async (seed: number): Promise<string[]> => {
  const history = createLateHistory(seed);
  const wrong: string[] = [];
  let first: Played | undefined;
  for (const way of seed % 3 === 0 ? modes : modes.slice(0, 2))
    try {
      const played = await playLateHistory(seed, history, way);
      first ??= played;
      wrong.push(...played.wrong.map((words) => `${way}: ${words}`));
      const difference = differenceOf(first, played);
      if (difference) wrong.push(`${way}, and not as at once: ${difference}`);
    } catch (error) {
      wrong.push(`${way}: ${(error as Error).stack} ${String((error as Error).cause)}`);
    }
  if (wrong.length === 0) return [];
  return [`seed ${seed}: ${JSON.stringify(history.config)}`, ...history.steps.map((step) => JSON.stringify(step)), ...wrong];
};

it(
  'decisions 2.11: late, moved, reversed, split, decided and reopened facts give everybody the same result in any order, whoever is computed first',
  async () => {
    const end = performance.now() + MINUTES * 60_000;
    const print = MINUTES > 0 ? console.log : () => {};
    const wrong: string[] = [];
    let [count, failed] = [0, 0];
    for (let seed = FIRST_SEED; MINUTES > 0 ? performance.now() < end : count < HISTORIES; seed += 1) {
      const result = await findErrors(seed);
      count += 1;
      if (result.length > 0) failed += 1;
      if (result.length > 0) print(result.join('\n  '));
      if (count % 20 === 0) print(`late: ${count} histories`);
      wrong.push(...result);
    }
    print(`late: ${count} histories from seed ${FIRST_SEED}, ${failed} wrong`);
    expect(wrong).toEqual([]);
  },
  HISTORIES_MS + MINUTES * 60_000,
);
