import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  fromTransition,
  getNextTransitions,
  type InputFrom,
  type InspectionEvent,
  SimulatedClock,
  StateMachine,
} from 'xstate';
import { takenTransitions, transitionKey } from './transitions.ts';

export type Call = Readonly<{ id: string; input: unknown }>;
export type Effect = Readonly<{ name: string; params: unknown }>;
type Job = Readonly<{ input: unknown; resolve(value: unknown): void; reject(reason: unknown): void }>;

export type RigOptions = Readonly<{
  /** Child machines that are only awaited, by the name of their `src`: they settle like promises. */
  awaited?: readonly string[];
  /** Actors made by `fromCallback`, by the name of their `src`; all other actors that aren't machines are promises. */
  callbacks?: readonly string[];
  /** Initial context of a child machine's stand-in, by the name of its `src`. */
  children?: Readonly<Record<string, (input: never) => object>>;
}>;

/** Resolves after everything queued by a settled promise has run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Controlled actors: promises and callbacks by their id, child machines by their context. */
const createControls = (machine: AnyStateMachine, { awaited = [], callbacks = [], children = {} }: RigOptions) => {
  const jobs = new Map<string, Job>();
  const sendBacks = new Map<string, (event: AnyEventObject) => void>();
  const calls: Call[] = [];
  const received: Readonly<{ id: string; event: AnyEventObject }>[] = [];

  const promise = fromPromise<unknown, unknown>(({ input, self, signal }) => {
    calls.push({ id: self.id, input });
    return new Promise((resolve, reject) => {
      const job = { input, resolve, reject };
      jobs.set(self.id, job);
      signal.addEventListener('abort', () => jobs.get(self.id) === job && jobs.delete(self.id));
    });
  });
  const callback = fromCallback<AnyEventObject, unknown>(({ input, self, sendBack, receive }) => {
    calls.push({ id: self.id, input });
    sendBacks.set(self.id, sendBack);
    receive((event) => received.push({ id: self.id, event }));
    return () => sendBacks.get(self.id) === sendBack && sendBacks.delete(self.id);
  });
  const child = (src: string) =>
    fromTransition(
      (context: object, event: AnyEventObject, { self }) => {
        if (event.type === 'rig.context') return event.context as object;
        received.push({ id: self.id, event });
        return context;
      },
      ({ input }) => {
        // A child machine's id is not known yet, so its `src` is used.
        calls.push({ id: src, input });
        return children[src]?.(input as never) ?? {};
      },
    );

  const actors = Object.fromEntries(
    Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>).map(([src, logic]) => {
      if (logic instanceof StateMachine && !awaited.includes(src)) return [src, child(src)];
      return [src, callbacks.includes(src) ? callback : promise];
    }),
  );
  return { actors, jobs, sendBacks, calls, heard: received };
};

/** Replaces custom actions and those that relay to the parent with recorders; assign, raise, sendTo and the like are unchanged. */
const createRecorders = (machine: AnyStateMachine) => {
  const effects: Effect[] = [];
  const custom = Object.entries(machine.implementations.actions).filter(
    ([name, action]) => typeof action === 'function' && (!('resolve' in action) || name.startsWith('relay')),
  );
  const actions = Object.fromEntries(custom.map(([name]) => [name, (_: unknown, params: unknown) => void effects.push({ name, params })]));
  return { effects, actions };
};

const doneOrError = /^xstate\.(done|error)\.actor\.(.+)$/;

/**
 * A live actor whose surroundings act only on command (models.md 7.2). `machine` is the controlled machine for a screen that runs it
 * itself; `actor` runs it here.
 */
export const createRig = <M extends AnyStateMachine>(source: M, input: InputFrom<M> | undefined, options: RigOptions = {}) => {
  const controls = createControls(source, options);
  const { effects, actions } = createRecorders(source);
  const clock = new SimulatedClock();
  const walked = new Set<string>();
  const microsteps: (readonly string[])[] = [];
  const machine = source.provide({ actors: controls.actors, actions } as never) as M;
  const inspect = (inspected: InspectionEvent): void => {
    const keys = takenTransitions(inspected).flatMap((taken) => (taken.source.machine.id === source.id ? transitionKey(taken) : []));
    for (const key of keys) walked.add(key);
    if (keys.length > 0) microsteps.push(keys);
  };
  const actor = createActor(machine as AnyStateMachine, { input, clock, inspect });

  const jobOf = (id: string): Job => {
    const job = controls.jobs.get(id);
    if (job === undefined) throw new Error(`the actor "${id}" is not running`);
    controls.jobs.delete(id);
    return job;
  };
  const delayOf = (type: string): number => {
    const name = Object.keys(machine.implementations.delays).find((delay) => type.startsWith(`xstate.after.${delay}.`));
    const delay = name === undefined ? Number(/^xstate\.after\.(\d+)\./.exec(type)?.[1]) : machine.implementations.delays[name];
    if (typeof delay === 'function') return delay({ context: actor.getSnapshot().context, event: { type } } as never, undefined as never);
    return Number(delay);
  };

  /**
   * True if a shorter timer is running too. `perform` only has the delays, not the start times, so it can't advance the clock to the longer
   * one without firing the shorter.
   */
  const isOvertaken = (type: string): boolean =>
    getNextTransitions(actor.getSnapshot()).some(
      ({ eventType }) => eventType.startsWith('xstate.after.') && delayOf(eventType) < delayOf(type),
    );

  const resolve = async (id: string, output?: unknown): Promise<void> => {
    jobOf(id).resolve(output);
    await settle();
  };
  const reject = async (id: string, error: unknown): Promise<void> => {
    jobOf(id).reject(error);
    await settle();
  };
  /** Sends the parent an event of a callback actor. */
  const sendBack = (id: string, event: AnyEventObject): void => {
    const send = controls.sendBacks.get(id);
    if (send === undefined) throw new Error(`the actor "${id}" is not running`);
    send(event);
  };
  const setChild = (id: string, context: object): void => {
    const ref: AnyActorRef | undefined = actor.getSnapshot().children[id];
    if (ref === undefined) throw new Error(`the child "${id}" is not running`);
    ref.send({ type: 'rig.context', context });
  };

  /**
   * Performs an event of a generated path from outside: settles an actor, advances the clock or sends it. Fills `microsteps` with its
   * transitions, in order.
   */
  const perform = async (event: AnyEventObject, { from }: { from?: string } = {}): Promise<void> => {
    microsteps.length = 0;
    const settled = doneOrError.exec(event.type);
    const snapshotOf = /^xstate\.snapshot\.(.+)$/.exec(event.type)?.[1];
    if (event.type === 'xstate.init') actor.start();
    // A callback has no promise to settle: its own error event is sent.
    else if (controls.sendBacks.has(settled?.[2] ?? '')) actor.send(event as never);
    // The same applies to a child machine's stand-in.
    else if (settled?.[1] === 'error' && settled[2] !== undefined && settled[2] in (options.children ?? {})) actor.send(event as never);
    else if (settled?.[1] === 'done') await resolve(settled[2] ?? '', event.output);
    else if (settled?.[1] === 'error') await reject(settled[2] ?? '', event.error);
    else if (event.type.startsWith('xstate.after.') && isOvertaken(event.type)) actor.send(event as never);
    else if (event.type.startsWith('xstate.after.')) clock.increment(delayOf(event.type));
    else if (snapshotOf !== undefined) setChild(snapshotOf, event.snapshot.context);
    else if (from !== undefined) sendBack(from, event);
    else actor.send(event as never);
  };

  return {
    actor,
    machine,
    clock,
    inspect,
    walked,
    microsteps,
    effects,
    resolve,
    reject,
    sendBack,
    setChild,
    perform,
    delayOf,
    ...controls,
  };
};

export type Rig = ReturnType<typeof createRig>;
