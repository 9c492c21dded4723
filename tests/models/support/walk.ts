import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { ignoredDifferences } from './ignored.ts';
import { type MachineCases, pathsOf } from './machineCases.ts';
import { eventText, factsOf } from './model.ts';
import { createRig } from './rig.ts';
import { describeTime } from './time.ts';
import { actorsWithoutErrorHandler, declaredTransitions, misnamedInvokes, tableDifferences, transitionKey } from './transitions.ts';

export type { MachineCases } from './machineCases.ts';

/** Drives a live actor along every path and compares it with the model after every step; returns the transitions taken. */
export const walk = async <M extends AnyStateMachine>(cases: MachineCases<M>) => {
  const facts = factsOf(cases.project);
  const walked = new Set<string>();
  const paths = pathsOf(cases);
  let steps = 0;
  for (const { input, path } of paths) {
    const rig = createRig(cases.machine, input, cases.rig);
    for (const [index, step] of path.steps.entries()) {
      const from = cases.sentBy?.[step.event.type];
      await rig.perform(step.event, from === undefined ? {} : { from });
      const snapshot = rig.actor.getSnapshot();
      try {
        expect(facts(snapshot)).toBe(facts(step.state));
        cases.holds?.({ snapshot, rig });
      } catch (error) {
        const events = path.steps.slice(0, index + 1).map(({ event }) => eventText(event));
        throw new Error(`${String(error)}\n  after ${events.join('\n        ')}`, { cause: error });
      }
      steps += 1;
    }
    rig.actor.stop();
    for (const key of rig.walked) walked.add(key);
  }
  const missing = declaredTransitions(cases.machine)
    .map(transitionKey)
    .filter((key) => !walked.has(key));
  return { paths: paths.length, steps, walked, missing };
};

/**
 * Both oracles: the table written by hand from the specification, and the walk of all declared transitions on live actors. A walk of
 * declared transitions can't detect a missing one, so `ignored` lists, per state, every event that is dropped there, with its reason.
 */
export const describeMachine = <M extends AnyStateMachine>(cases: MachineCases<M>, table: string, ignored: string): void => {
  describe(`the machine ${cases.machine.id}`, () => {
    it('declares exactly the transitions of its hand-written table', () => expect(tableDifferences(cases.machine, table)).toEqual([]));

    it('defines the effect of every event in every state, or why it may be dropped', () => {
      const snapshots = pathsOf(cases).flatMap(({ path }) => path.steps.map(({ state }) => state));
      expect(ignoredDifferences({ machine: cases.machine, cases: cases.cases, ignored }, snapshots)).toEqual([]);
    });

    it('runs every actor under its own name', () => expect(misnamedInvokes(cases.machine)).toEqual([]));

    it('handles every actor that can fail', () => {
      if (cases.fails === undefined) expect(actorsWithoutErrorHandler(cases.machine)).toEqual([]);
      else expect(actorsWithoutErrorHandler(cases.machine)).not.toEqual([]);
    });

    it('takes every declared transition on a live actor, as the model says', async () => {
      const { missing, walked } = await walk(cases);
      const unreachable = Object.keys(cases.unreachable ?? {});
      expect(missing.sort()).toEqual(unreachable.sort());
      expect(walked.size).toBe(new Set(declaredTransitions(cases.machine).map(transitionKey)).size - unreachable.length);
    });

    describeTime(cases);
  });
};
