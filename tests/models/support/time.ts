import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { MachineCases } from './machineCases.ts';
import { forbiddenBy, walkPairs } from './pairs.ts';
import { temporalFaults } from './temporal.ts';
import { untriedReasons } from './untried.ts';

/**
 * `forbidden`: pairs that guards forbid, counted by the second transition. `untried`: pairs without a sample, with reasons in untried.ts.
 */
type Untaken = Readonly<{ forbidden: Readonly<Record<string, number>>; untried: number }>;
/** By machine, omitting those with neither; written by `npm run soak -- pairs --write`. */
const known: Readonly<Record<string, Untaken>> = JSON.parse(readFileSync(join(import.meta.dirname, 'pairs.json'), 'utf8'));

/**
 * True for actors that only read: a newer request replaces the running one. All other actors have effects, so they must not be restarted
 * while running.
 */
const isReading = (restart: string): boolean => / restarts (load|read|count|search|ask|calculate|try)([A-Z]|$)/.test(restart);

/** Tests of a machine over time: its pairs of transitions, both outcomes of its guards, and its temporal properties. */
export const describeTime = <M extends AnyStateMachine>(cases: MachineCases<M>): void => {
  const { id } = cases.machine;
  // A lifecycle and the machine of its screen may have the same id.
  const key = expect.getState().testPath?.includes('/lifecycles/') ? `${id} (lifecycle)` : id;
  let walked: ReturnType<typeof walkPairs<M>> | undefined;
  const pairs = () => {
    walked ??= walkPairs(cases);
    return walked;
  };

  it('takes every two transitions in a row, except those that a guard forbids', async () => {
    const { pairs: number, untaken } = await pairs();
    expect(untaken.filter(({ reason }) => reason === 'missed')).toEqual([]);
    const untried = untaken.filter(({ reason }) => reason === 'sample').length;
    const found: Untaken = { forbidden: forbiddenBy(untaken), untried };
    if (process.env.PAIRS_FOLDER) writeFileSync(join(process.env.PAIRS_FOLDER, `${key}.json`), JSON.stringify({ pairs: number, ...found }));
    else expect(found).toEqual(known[key] ?? { forbidden: {}, untried: 0 });
  });

  it('does nothing when a guard refuses, for every guard', async () => {
    const { untaken, neverFalse, faults } = await pairs();
    expect(faults).toEqual([]);
    const untried = [...neverFalse, ...untaken.filter(({ reason }) => reason !== 'guard').map(({ pair }) => pair.split(' then ')[1] ?? '')];
    const listed = Object.keys(untriedReasons).filter((name) => name.startsWith(`${id} `) || name.startsWith(`${id}.`));
    expect([...new Set(untried)].sort()).toEqual(listed.sort());
  });

  it('never restarts an action in flight', async () => {
    expect((await pairs()).restarts.filter((restart) => !isReading(restart))).toEqual([]);
  });

  it('is never stuck, and always settles', () => expect(temporalFaults(cases)).toEqual([]));
};
