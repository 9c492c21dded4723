import type { FlowState } from '../../../contract/entities/flow.ts';

/** `lane`: its distance from the boxes, in lanes. `x`: fractions of the chart's width. */
export type FlowArrow = Readonly<{
  from: string;
  to: string;
  events: readonly string[];
  direction: 'ahead' | 'back';
  lane: number;
  fromX: number;
  toX: number;
}>;
type Edge = { from: number; to: number; events: string[] };

/** One edge per pair of states, with all its events. Exits to states outside the chart have none. */
const edgesOf = (states: readonly FlowState[]): readonly Edge[] => {
  const edges: Edge[] = [];
  states.forEach(({ exits }, from) => {
    for (const { event, target } of exits) {
      const to = states.findIndex(({ name }) => name === target);
      if (to < 0) continue;
      const edge = edges.find((existing) => existing.from === from && existing.to === to);
      if (edge) edge.events.push(event);
      else edges.push({ from, to, events: [event] });
    }
  });
  return edges;
};

/** The lowest lane for each edge where no other edge spans the same states; shorter edges are placed first. */
const lanesOf = (edges: readonly Edge[]): ReadonlyMap<Edge, number> => {
  const lanes = new Map<Edge, number>();
  const span = ({ from, to }: Edge): readonly [number, number] => [Math.min(from, to), Math.max(from, to)];
  const length = (edge: Edge): number => Math.abs(edge.to - edge.from);
  for (const edge of edges.toSorted((a, b) => length(a) - length(b))) {
    const [start, end] = span(edge);
    const taken = [...lanes].filter(([other]) => span(other)[0] < end && span(other)[1] > start).map(([, lane]) => lane);
    lanes.set(edge, Math.max(-1, ...taken) + 1);
  }
  return lanes;
};

/** Orders the arrows at a state from left to right, with as few crossings as possible. */
const rankOf = (edge: Edge, state: number, lanes: ReadonlyMap<Edge, number>): number => {
  const lane = lanes.get(edge) ?? 0;
  const isFromLeft = (edge.from === state ? edge.to : edge.from) < state;
  return isFromLeft ? lane - lanes.size - 1 : lanes.size - lane;
};

/** Arrows to later states run above the boxes, arrows to earlier ones below. */
export const layOutArrows = (states: readonly FlowState[]): readonly FlowArrow[] => {
  const edges = edgesOf(states);
  return (['ahead', 'back'] as const).flatMap((direction) => {
    const side = edges.filter(({ from, to }) => (direction === 'ahead' ? to > from : to < from));
    const lanes = lanesOf(side);
    // At each state, arrows that come from the left end left of those that go to the right; the highest lane is outermost.
    const placeAt = (state: number, edge: Edge): number => {
      const others = side
        .filter(({ from, to }) => from === state || to === state)
        .toSorted((a, b) => rankOf(a, state, lanes) - rankOf(b, state, lanes));
      return (state + (others.indexOf(edge) + 1) / (others.length + 1)) / states.length;
    };
    return side.map((edge) => ({
      from: states[edge.from]?.name ?? '',
      to: states[edge.to]?.name ?? '',
      events: edge.events,
      direction,
      lane: lanes.get(edge) ?? 0,
      fromX: placeAt(edge.from, edge),
      toX: placeAt(edge.to, edge),
    }));
  });
};
