import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import { type MachineCases, pathsOf } from './machineCases.ts';
import { type Cases, eventText, factsOf, type ModelPath, pathAlong, pureLogic, sendableEvents } from './model.ts';

type Edge = Readonly<{ event: AnyEventObject; to: string; pair: string }>;
/** The edges that leave each set of facts, taken from the machine's paths. */
type Edges = Map<string, Edge[]>;

const pairOf = (before: AnyMachineSnapshot, event: AnyEventObject, after: AnyMachineSnapshot): string =>
  [JSON.stringify(before.value), eventText(event), JSON.stringify(after.value)].join(' ');

type Step = Readonly<{ before: AnyMachineSnapshot; event: AnyEventObject; state: AnyMachineSnapshot; pair: string }>;
/** The steps between two states; a path's first step only starts the machine. */
const stepsOf = ({ steps }: ModelPath): readonly Step[] =>
  steps.flatMap(({ event, state }, index) => {
    const before = steps[index - 1]?.state;
    return before ? [{ before, event, state, pair: pairOf(before, event, state) }] : [];
  });

/** The shortest route from here to an untaken edge. */
const nearest = (edges: Edges, from: string, open: ReadonlySet<string>): Edge[] | null => {
  const seen = new Set([from]);
  let front: { state: string; route: Edge[] }[] = [{ state: from, route: [] }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { state, route } of front)
      for (const edge of edges.get(state) ?? []) {
        if (open.has(edge.pair)) return [...route, edge];
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        next.push({ state: edge.to, route: [...route, edge] });
      }
    front = next;
  }
  return null;
};

/**
 * A few long paths on which every event leads from every state value to each of its targets; the actor's walk does the same on many short
 * ones. Each path mounts the screen once.
 */
export const toursOf = <M extends AnyStateMachine>(cases: MachineCases<M>, longest: number): { input: InputFrom<M>; path: ModelPath }[] => {
  const facts = factsOf(cases.project);
  const graphs = new Map<InputFrom<M>, Edges>(cases.inputs.map((input) => [input, new Map()]));
  const open = new Set<string>();
  for (const { input, path } of pathsOf(cases)) {
    const edges = graphs.get(input) as Edges;
    for (const { before, event, state, pair } of stepsOf(path)) {
      open.add(pair);
      const from = edges.get(facts(before)) ?? [];
      if (!from.some((edge) => edge.pair === pair && edge.to === facts(state)))
        edges.set(facts(before), [...from, { event, to: facts(state), pair }]);
    }
  }
  const all = cases.inputs.flatMap((input) => {
    const edges = graphs.get(input) as Edges;
    const logic = pureLogic(cases.machine, input);
    const tours: { input: InputFrom<M>; path: ModelPath }[] = [];
    for (;;) {
      let state = logic.getInitialSnapshot();
      const events: AnyEventObject[] = [];
      const before = open.size;
      while (events.length < longest && state.status === 'active') {
        const route = nearest(edges, facts(state), open);
        if (route === null) break;
        for (const edge of route) {
          // A case that depends on the context is evaluated with the current context.
          const sameType = sendableEvents(cases.cases as Cases, state).filter(({ type }) => type === edge.event.type);
          const event = sameType.find((item) => eventText(item) === eventText(edge.event)) ?? sameType[0] ?? edge.event;
          const next = logic.transition(state, event);
          open.delete(pairOf(state, edge.event, next));
          open.delete(pairOf(state, event, next));
          events.push(event);
          state = next;
        }
      }
      if (open.size === before)
        return tours.length > 0 || events.length > 0 ? tours : [{ input, path: pathAlong(cases.machine, input, []) }];
      tours.push({ input, path: pathAlong(cases.machine, input, events) });
    }
  });
  // Edges that no tour reached, because their guard reads more than the facts, get their own path.
  const remaining = pathsOf(cases).filter(({ path }) => stepsOf(path).filter(({ pair }) => open.delete(pair)).length > 0);
  return [...all, ...remaining];
};
