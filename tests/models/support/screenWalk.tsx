import { act, cleanup } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom, InspectionEvent } from 'xstate';
import type { MachineCases } from './machineCases.ts';
import { factsOf, type ModelPath } from './model.ts';
import { toursOf } from './tours.ts';
import { declaredTransitions, takenTransitions, transitionKey } from './transitions.ts';

/** The ids of the machines that contain an actor, starting with its parent. */
const machinesAbove = ({ _parent: parent }: AnyActorRef): unknown[] =>
  parent ? [Reflect.get(parent, 'logic')?.id, ...machinesAbove(parent)] : [];

/**
 * Observes a machine wherever it runs on the screen: its latest actor and the transitions taken; `id` or `within` selects among several.
 */
export const createObserver = (machine: AnyStateMachine, id?: string, within?: string) => {
  const walked = new Set<string>();
  let ref: AnyActorRef | undefined;
  const inspect = (inspected: InspectionEvent): void => {
    if (id !== undefined && Reflect.get(inspected.actorRef, 'id') !== id) return;
    if (within !== undefined && !machinesAbove(inspected.actorRef as AnyActorRef).includes(within)) return;
    const snapshot: unknown = inspected.type === '@xstate.snapshot' ? inspected.snapshot : undefined;
    if (snapshot && (snapshot as Partial<AnyMachineSnapshot>).machine?.id === machine.id) ref = inspected.actorRef as AnyActorRef;
    for (const taken of takenTransitions(inspected)) if (taken.source.machine.id === machine.id) walked.add(transitionKey(taken));
  };
  return { walked, inspect, snapshot: (): AnyMachineSnapshot => ref?.getSnapshot() };
};

/** A mounted screen: its machine's snapshot and the way to make outside events happen. */
export type Mounted = Readonly<{
  snapshot: () => AnyMachineSnapshot;
  walked: ReadonlySet<string>;
  /** Makes an event happen that no gesture causes: an actor settles, time passes. */
  perform: (event: AnyEventObject) => Promise<void>;
  unmount?: () => void;
}>;

export type ScreenWalk<M extends AnyStateMachine> = Readonly<{
  of: MachineCases<M>;
  mount: (input: InputFrom<M>) => Promise<Mounted>;
  /** The user actions that cause events; events without a gesture are performed from outside. */
  gestures: Readonly<Record<string, (event: AnyEventObject, mounted: Mounted) => void | Promise<void>>>;
  /** Asserts the screen's content, written from the specification. */
  shows: (model: AnyMachineSnapshot) => void;
  /** Transitions that this screen can't cause, each with its reason. */
  unreachable?: Readonly<Record<string, string>>;
  /** Maximum number of steps before the screen is mounted again; 60 by default. */
  longest?: number;
}>;

const LAZY_PART_MS = 15_000;

/** Drives the rendered screen along tours covering the transitions of the machine's own walk, with `path.test` of @xstate/test. */
export const describeScreen = <M extends AnyStateMachine>({
  of: cases,
  mount,
  gestures,
  shows,
  unreachable = {},
  longest = 60,
}: ScreenWalk<M>): void => {
  const facts = factsOf(cases.project);

  const drive = async (input: InputFrom<M>, path: ModelPath): Promise<ReadonlySet<string>> => {
    const mounted = await mount(input);
    const perform = async ({ event }: { event: AnyEventObject }): Promise<void> => {
      const gesture = gestures[event.type];
      if (gesture) await gesture(event, mounted);
      await act(async () => (gesture ? undefined : mounted.perform(event)));
    };
    const types = new Set(path.steps.map(({ event }) => event.type));
    await path.test({
      events: Object.fromEntries([...types].filter((type) => type !== 'xstate.init').map((type) => [type, perform])),
      states: {
        '*': async (model) => {
          expect(facts(mounted.snapshot())).toBe(facts(model));
          try {
            shows(model);
          } catch (error) {
            // A lazy component renders a moment later, even if its chunk is loaded; waiting would advance fake timers.
            if (vi.isFakeTimers()) throw error;
            await vi.waitFor(() => shows(model), { timeout: LAZY_PART_MS });
          }
        },
      },
    });
    mounted.unmount?.();
    cleanup();
    return mounted.walked;
  };

  describe(`the screen of ${cases.machine.id}`, () => {
    it("follows the machine's paths, and takes every transition that a screen can", async () => {
      const walked = new Set<string>();
      for (const { input, path } of toursOf(cases, longest)) for (const key of await drive(input, path)) walked.add(key);
      const missing = declaredTransitions(cases.machine)
        .map(transitionKey)
        .filter((key) => !walked.has(key));
      expect(missing.sort()).toEqual(Object.keys({ ...cases.unreachable, ...unreachable }).sort());
    }, 180_000);
  });
};
