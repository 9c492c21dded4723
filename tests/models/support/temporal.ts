import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { type MachineCases, pathsOf } from './machineCases.ts';
import { eventText, factsOf } from './model.ts';
import { nodesOf } from './transitions.ts';

type Vertex = { snapshot: AnyMachineSnapshot; next: Map<string, Readonly<{ event: AnyEventObject; to: string }>> };

const graphOf = <M extends AnyStateMachine>(cases: MachineCases<M>): Map<string, Vertex> => {
  const facts = factsOf(cases.project);
  const graph = new Map<string, Vertex>();
  for (const { input, path } of pathsOf(cases)) {
    const keyOf = (snapshot: AnyMachineSnapshot): string => `${cases.inputs.indexOf(input)} ${facts(snapshot)}`;
    for (const [index, { event, state }] of path.steps.entries()) {
      const before = path.steps[index - 1]?.state;
      if (before) graph.get(keyOf(before))?.next.set(eventText(event), { event, to: keyOf(state) });
      if (!graph.has(keyOf(state))) graph.set(keyOf(state), { snapshot: state, next: new Map() });
    }
  }
  return graph;
};

/** The vertices from which one of the `goals` is reachable through answers and timers alone. */
const ableToReach = (graph: Map<string, Vertex>, goals: ReadonlySet<string>): Set<string> => {
  const sources = new Map<string, string[]>();
  for (const [from, { next }] of graph)
    for (const { event, to } of next.values()) if (event.type.startsWith('xstate.')) sources.set(to, [...(sources.get(to) ?? []), from]);
  const able = new Set(goals);
  const queue = [...goals];
  for (let vertex = queue.pop(); vertex !== undefined; vertex = queue.pop())
    for (const from of sources.get(vertex) ?? [])
      if (!able.has(from)) {
        able.add(from);
        queue.push(from);
      }
  return able;
};

/** The invokes of a state that complete: promises and awaited child machines. */
const awaitedBy = ({ machine, rig = {}, endless = [] }: MachineCases<AnyStateMachine>, { invoke }: AnyStateNode): readonly string[] =>
  invoke
    .map(({ src }) => String(src))
    .filter((src) =>
      machine.implementations.actors[src] instanceof StateMachine
        ? rig.awaited?.includes(src)
        : !rig.callbacks?.includes(src) && !endless.includes(src),
    );

/**
 * Temporal faults of a machine, on its explored graph.
 * Never stuck: from everywhere, answers and timers alone lead to a state with nothing in progress, or to the end.
 * Always settles: both the answer and the failure of an awaited actor lead out of the state that awaits it.
 * Events that cancel or close need no check here: the `ignored` list of a machine gives a reason for every state that drops one.
 */
export const temporalFaults = <M extends AnyStateMachine>(cases: MachineCases<M>): string[] => {
  const graph = graphOf(cases);
  const any = cases as unknown as MachineCases<AnyStateMachine>;
  const busy = (snapshot: AnyMachineSnapshot): boolean =>
    snapshot.status === 'active' && snapshot._nodes.some((node) => awaitedBy(any, node).length > 0);
  const name = ({ snapshot }: Vertex): string => JSON.stringify(snapshot.value);
  const idle = new Set([...graph].filter(([, { snapshot }]) => !busy(snapshot)).map(([key]) => key));
  const settling = ableToReach(graph, idle);
  const stuck = [...graph].filter(([key]) => !settling.has(key)).map(([, vertex]) => `${name(vertex)} never settles`);
  const hanging = nodesOf(cases.machine.root as AnyStateNode).flatMap((node) =>
    awaitedBy(any, node).flatMap((src) =>
      (['done', 'error'] as const).flatMap((kind) => {
        const transitions = node.transitions.get(`xstate.${kind}.actor.${src}`) ?? [];
        if (kind === 'error' && cases.fails !== undefined) return [];
        if (transitions.length === 0) return [`${node.id} does not handle the ${kind} of ${src}`];
        const last = transitions.at(-1);
        return [
          ...(last?.guard === undefined ? [] : [`${node.id}: every guard for the ${kind} of ${src} may be false`]),
          ...transitions.filter(({ target }) => target === undefined).map(() => `${node.id} stays after the ${kind} of ${src}`),
        ];
      }),
    ),
  );
  return [...new Set([...stuck, ...hanging])];
};
