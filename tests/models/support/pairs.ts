import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, InputFrom } from 'xstate';
import { type MachineCases, pathsOf } from './machineCases.ts';
import { type Cases, eventText, factsOf, sendableEvents } from './model.ts';
import { createPairLog, isTakenAt, pairOf, refusedAt, transitionsAt } from './pairLog.ts';
import { createRig, type Rig } from './rig.ts';
import { declaredTransitions, nodesOf, transitionKey } from './transitions.ts';

/** Maximum number of transitions that one actor takes after its path. */
const MAX_STEPS = 60;

type PairLog = ReturnType<typeof createPairLog>;
/**
 * `path`: the events leading to the edge and its own; `place`: index of its event among those of its type; `first`, `last`: transitions of
 * its first and last microstep.
 */
type Edge = Readonly<{
  path: readonly AnyEventObject[];
  to: string;
  event: AnyEventObject;
  text: string;
  place: number;
  first: readonly string[];
  last: readonly string[];
}>;
/** The edges of one input, keyed by the facts in which they start. */
type Graph = Map<string, Edge[]>;

/** The samples of an event type here, whether a transition handles them or not. */
const samplesOf = (cases: Cases, snapshot: AnyMachineSnapshot, type: string): AnyEventObject[] => {
  const declared = cases[type] ?? [];
  return (typeof declared === 'function' ? declared(snapshot as never) : declared).map((payload) => ({ type, ...payload }));
};

/** An actor that remembers the transitions of its last step. */
const createWalker = <M extends AnyStateMachine>(cases: MachineCases<M>, input: InputFrom<M>, log: PairLog) => {
  const rig: Rig = createRig(cases.machine, input, cases.rig);
  let last: readonly string[] = [];
  const snapshot = (): AnyMachineSnapshot => rig.actor.getSnapshot();
  const eventsLike = (event: AnyEventObject): AnyEventObject[] =>
    sendableEvents(cases.cases as Cases, snapshot()).filter(({ type }) => type === event.type);
  const send = (event: AnyEventObject): Promise<void> => {
    const from = cases.sentBy?.[event.type];
    return rig.perform(event, from === undefined ? {} : { from });
  };
  const perform = async (event: AnyEventObject): Promise<void> => {
    const [running, calls] = [new Map(rig.jobs), rig.calls.length];
    await send(event);
    for (const { id } of rig.calls.slice(calls))
      if (running.has(id) && !event.type.startsWith('xstate.')) log.restarts.add(`${event.type} restarts ${id}`);
    last = log.record(last, rig);
    cases.holds?.({ snapshot: snapshot(), rig });
  };
  return {
    rig,
    send,
    perform,
    snapshot,
    placeOf: (event: AnyEventObject): number => eventsLike(event).findIndex((other) => eventText(other) === eventText(event)),
    /** Takes an edge with the payload for the current context. */
    take: async ({ event, place }: Edge): Promise<void> => {
      const events = eventsLike(event);
      await perform(events.find((other) => eventText(other) === eventText(event)) ?? events[place] ?? event);
    },
    isNew: ({ first }: Edge): boolean => last.some((before) => first.some((next) => !log.taken.has(pairOf(before, next)))),
  };
};
type Walker = ReturnType<typeof createWalker>;

/** `guards`: those that were false. `walked`: transitions taken on paths. `faults`: unhandled events that changed something. */
type Refusals = Readonly<{ guards: Set<string>; walked: Set<string>; faults: string[] }>;

/** Sends every event whose guards are all false; it must change nothing. */
const refuse = async (cases: Cases, walker: Walker, facts: string, refusals: Refusals, read: () => string): Promise<void> => {
  const snapshot = walker.snapshot();
  for (const node of snapshot._nodes) for (const always of node.always ?? []) refusals.guards.add(transitionKey(always));
  for (const type of new Set(transitionsAt(snapshot).map(({ eventType }) => eventType)))
    for (const event of samplesOf(cases, snapshot, type)) {
      const refused = refusedAt(snapshot, event);
      for (const transition of refused) refusals.guards.add(transitionKey(transition));
      const isHandled = (snapshot.machine as AnyStateMachine).getTransitionData(snapshot, event)?.length;
      if (isHandled || refused.length === 0 || type.startsWith('xstate.')) continue;
      await walker.send(event);
      if (walker.rig.microsteps.length > 0 || read() !== facts) refusals.faults.push(`${facts} ${eventText(event)}`);
    }
};

/** Walks every path of the model; their steps are the edges of one graph per input. */
const graphsOf = async <M extends AnyStateMachine>(cases: MachineCases<M>, log: PairLog, refusals: Refusals) => {
  const facts = factsOf(cases.project);
  const graphs = new Map<InputFrom<M>, Graph>(cases.inputs.map((input) => [input, new Map()]));
  const visitedBy = new Map(cases.inputs.map((input) => [input, new Set<string>()]));
  for (const { input, path } of pathsOf(cases)) {
    const visited = visitedBy.get(input) as Set<string>;
    const graph = graphs.get(input) as Graph;
    const walker = createWalker(cases, input, log);
    const read = () => facts(walker.snapshot());
    const events = path.steps.map(({ event }) => event);
    for (const [index, event] of events.entries()) {
      const [from, text] = [index > 0 ? read() : '', eventText(event)];
      const leaving = graph.get(from) ?? [];
      const isKnown = index === 0 || leaving.some((edge) => edge.text === text);
      const place = isKnown ? 0 : walker.placeOf(event);
      await walker.perform(event);
      const [to, first, last] = [read(), walker.rig.microsteps[0] ?? [], walker.rig.microsteps.at(-1) ?? []];
      if (!isKnown && first.length > 0)
        graph.set(from, [...leaving, { path: events.slice(0, index + 1), to, event, text, place, first, last }]);
      if (!visited.has(to) && walker.snapshot().status === 'active') await refuse(cases.cases as Cases, walker, to, refusals, read);
      visited.add(to);
    }
    for (const key of walker.rig.walked) refusals.walked.add(key);
    walker.rig.actor.stop();
  }
  return graphs;
};

/**
 * Why a pair was not taken. `guard`: the second transition's guard is false for every sample in every explored state after the first;
 * `sample`: no sample is declared there; `missed`: the walk should have taken it.
 */
type Untaken = 'guard' | 'sample' | 'missed';

const typeOf = (key: string): string => / --(.+)\[\d+\]-->/.exec(key)?.[1] ?? '';

const reasonFor = (cases: Cases, log: PairLog, pair: string): Untaken => {
  const [first = '', second = ''] = pair.split(' then ');
  const type = typeOf(second);
  const snapshots = [...(log.after.get(first)?.values() ?? [])].filter((snapshot) =>
    transitionsAt(snapshot).some((transition) => transitionKey(transition) === second),
  );
  const samples = snapshots.map((snapshot) => ({ snapshot, events: samplesOf(cases, snapshot, type) }));
  if (samples.some(({ snapshot, events }) => events.some((event) => isTakenAt(snapshot, event, second)))) return 'missed';
  return type === 'always' || samples.some(({ events }) => events.length > 0) ? 'guard' : 'sample';
};

/**
 * The guards never seen false. A taken transition's guard was true; an `always` guard was false if a later `always` of its state was taken.
 */
const guardsNeverFalse = (machine: AnyStateMachine, { guards, walked }: Refusals, unreachable: ReadonlySet<string>): string[] => {
  for (const node of nodesOf(machine.root as never))
    for (const [index, always] of (node.always ?? []).entries())
      if ((node.always ?? []).slice(index + 1).some((later) => walked.has(transitionKey(later)))) guards.add(transitionKey(always));
  // Nothing is left to refuse if every later transition for the event is unreachable.
  const isAlone = (transition: AnyTransitionDefinition): boolean => {
    const declared = [...(transition.source.transitions.get(transition.eventType) ?? [])];
    const later = declared.slice(declared.indexOf(transition) + 1);
    return later.length > 0 && later.every((other) => unreachable.has(transitionKey(other)));
  };
  return declaredTransitions(machine)
    .filter((transition) => transition.guard !== undefined && !unreachable.has(transitionKey(transition)) && !isAlone(transition))
    .map(transitionKey)
    .filter((key) => !guards.has(key));
};

/**
 * Takes every pair of consecutive transitions on live actors, where guards allow it, and makes every guard refuse.
 * @returns the number of declared pairs; the pairs never taken, with the reason; guards that were never false
 */
export const walkPairs = async <M extends AnyStateMachine>(cases: MachineCases<M>) => {
  const facts = factsOf(cases.project);
  const log = createPairLog(cases.machine, facts);
  const refusals: Refusals = { guards: new Set(), walked: new Set(), faults: [] };
  for (const [input, graph] of await graphsOf(cases, log, refusals)) {
    const isOpen = ({ last, to }: Edge): boolean =>
      (graph.get(to) ?? []).some((next) => last.some((before) => next.first.some((key) => !log.taken.has(pairOf(before, key)))));
    /** Follows the path of an edge, then continues while some next transition forms a new pair with the last one. */
    const walkOn = async (edge: Edge): Promise<boolean> => {
      const walker = createWalker(cases, input, log);
      const before = log.taken.size;
      for (const event of edge.path) await walker.perform(event);
      for (let steps = 0; steps < MAX_STEPS && walker.snapshot().status === 'active'; steps += 1) {
        const next = graph.get(facts(walker.snapshot()))?.find(walker.isNew);
        if (next === undefined) break;
        await walker.take(next);
      }
      walker.rig.actor.stop();
      return log.taken.size > before;
    };
    for (const edge of [...graph.values()].flat()) while (isOpen(edge) && (await walkOn(edge)));
  }
  const unreachable = new Set(Object.keys(cases.unreachable ?? {}));
  const isReachable = (pair: string): boolean => !pair.split(' then ').some((key) => unreachable.has(key));
  const isNeverSent = (pair: string): boolean => [cases.cases[typeOf(pair.split(' then ')[1] ?? '')]].flat(2).length === 0;
  const possible = [...new Set([...log.possible, ...log.taken])].filter(
    (pair) => isReachable(pair) && (log.taken.has(pair) || !isNeverSent(pair)),
  );
  const untaken = possible.filter((pair) => !log.taken.has(pair)).sort();
  return {
    pairs: possible.length,
    untaken: untaken.map((pair) => ({ pair, reason: reasonFor(cases.cases as Cases, log, pair) })),
    neverFalse: guardsNeverFalse(cases.machine, refusals, unreachable),
    faults: refusals.faults,
    restarts: [...log.restarts].sort(),
  };
};

/** The pairs that guards forbid: their number by the second transition, such as `list --search.set[0]`. */
export const forbiddenBy = (untaken: readonly Readonly<{ pair: string; reason: Untaken }>[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { pair, reason } of untaken) {
    if (reason !== 'guard') continue;
    const [name = ''] = (pair.split(' then ')[1] ?? '').split('-->');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
