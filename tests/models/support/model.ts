import { TestModel, type TestPath } from '@xstate/test';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getNextTransitions,
  initialTransition,
  type SnapshotFrom,
  transition,
} from 'xstate';
import { isAnswered } from './transitions.ts';

type Payload = Readonly<Record<string, unknown>>;
/** Payloads per event type; a function if they depend on the snapshot. `xstate.done.actor.<id>` and the like are ordinary types. */
export type Cases<M extends AnyStateMachine = AnyStateMachine> = Readonly<
  Record<string, readonly Payload[] | ((snapshot: SnapshotFrom<M>) => readonly Payload[])>
>;
export type Project<M extends AnyStateMachine = AnyStateMachine> = (context: SnapshotFrom<M>['context']) => unknown;
export type ModelPath = TestPath<AnyMachineSnapshot, AnyEventObject>;

/** A pure view of a machine: runs no effects, actors or timers. `@xstate/test` walks production machines only through it. */
export const pureLogic = (machine: AnyStateMachine, input: unknown) => ({
  getInitialSnapshot: (): AnyMachineSnapshot => initialTransition(machine, input)[0],
  transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot => transition(machine, snapshot, event)[0],
  getPersistedSnapshot: (snapshot: AnyMachineSnapshot) => snapshot,
});

/** Computes each object once: paths share their snapshots and events. */
const once = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const memo = new WeakMap<Key, Value>();
  return (key) => {
    if (!memo.has(key)) memo.set(key, compute(key));
    return memo.get(key) as Value;
  };
};

const readable = (_key: string, value: unknown): unknown => (value instanceof Error ? `Error: ${value.message}` : value);
export const eventText = (event: AnyEventObject): string => JSON.stringify(event, readable);

/** The criteria for equal snapshots: the state value, the status and the facts that guards read. */
export const factsOf =
  <M extends AnyStateMachine>(project: Project<M>) =>
  (snapshot: AnyMachineSnapshot): string =>
    JSON.stringify([snapshot.value, snapshot.status, project(snapshot.context)], readable);

/** Events that can be sent in a snapshot, in the order of the cases. */
export const sendableEvents = (cases: Cases, snapshot: AnyMachineSnapshot): AnyEventObject[] => {
  const types = new Set(getNextTransitions(snapshot).map(({ eventType }) => eventType));
  // Raised by xstate itself, never sent.
  const sendable = [...types].filter((type) => type !== '' && !type.startsWith('xstate.done.state.'));
  return sendable.flatMap((type) => {
    const declared = cases[type];
    if (declared === undefined) throw new Error(`no case for the event "${type}" in ${JSON.stringify(snapshot.value)}`);
    const payloads = typeof declared === 'function' ? declared(snapshot as never) : declared;
    return payloads.map((payload) => ({ type, ...payload })).filter((event) => isAnswered(snapshot, event));
  });
};

/** Replays events on the machine, including events it raises itself; the path has complete snapshots with context. */
export const pathAlong = (machine: AnyStateMachine, input: unknown, events: readonly AnyEventObject[]): ModelPath => {
  const logic = pureLogic(machine, input);
  let state = logic.getInitialSnapshot();
  const steps = [{ event: { type: 'xstate.init' }, state }];
  for (const event of events) {
    state = logic.transition(state, event);
    steps.push({ event, state });
  }
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(logic);
  const path = { state, steps, weight: events.length, description: '', test: (params: never) => model.testPath(path, params) };
  return path as unknown as ModelPath;
};

/**
 * Paths through a machine that cover every edge of its finite view. A vertex is (facts before, event, facts after), so the shortest paths
 * to all vertices cover all edges.
 */
export const edgePaths = <M extends AnyStateMachine>(
  machine: M,
  { input, cases, project }: { input: unknown; cases: Cases<M>; project: Project<M> },
): ModelPath[] => {
  const facts = once(factsOf(project));
  const text = once(eventText);
  const logic = pureLogic(machine, input);
  // The next state depends only on the facts, so each event is tried once per set of facts instead of once per path.
  const alphabets = new Map<string, AnyEventObject[]>();
  const nexts = new Map<string, AnyMachineSnapshot>();
  const finite = {
    ...logic,
    transition: (snapshot: AnyMachineSnapshot, event: AnyEventObject) => {
      const key = `${facts(snapshot)} ${text(event)}`;
      const next = nexts.get(key) ?? logic.transition(snapshot, event);
      nexts.set(key, next);
      return next;
    },
  };
  const eventsAt = (snapshot: AnyMachineSnapshot): AnyEventObject[] => {
    const events = alphabets.get(facts(snapshot)) ?? sendableEvents(cases as Cases, snapshot);
    alphabets.set(facts(snapshot), events);
    return events;
  };
  const model = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(finite, {
    events: eventsAt,
    serializeEvent: text as never,
    serializeState: ((state: AnyMachineSnapshot, event?: AnyEventObject, before?: AnyMachineSnapshot) =>
      `${event ? `${before ? facts(before) : ''} ${text(event)} ` : ''}${facts(state)}`) as never,
    traversalLimit: 200_000,
  });
  // The library keeps one snapshot per vertex.
  return model.getShortestPaths().map(({ steps }) =>
    pathAlong(
      machine,
      input,
      steps.slice(1).map(({ event }) => event),
    ),
  );
};
