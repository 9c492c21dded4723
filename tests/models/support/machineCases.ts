import type { AnyMachineSnapshot, AnyStateMachine, InputFrom } from 'xstate';
import { type Cases, edgePaths, type ModelPath, type Project } from './model.ts';
import type { Rig, RigOptions } from './rig.ts';

/** The test cases in a machine's folder, shared by the actor's walk and the screen's. */
export type MachineCases<M extends AnyStateMachine> = Readonly<{
  machine: M;
  /** One walk per input; together they take every transition. */
  inputs: readonly InputFrom<M>[];
  cases: Cases<M>;
  /** The facts of the context that guards read, with few enough values to keep the graph finite. */
  project: Project<M>;
  rig?: RigOptions;
  /** Events sent by a callback actor instead of a view, with the actor's id. */
  sentBy?: Readonly<Record<string, string>>;
  /** The reason why the machine may fail as a whole, if it leaves an actor's failure to its invoker. */
  fails?: string;
  /** Callback actors, by the name of their `src`, that the walk treats as promises that may reject but never resolve. */
  endless?: readonly string[];
  /** Transitions that this subject of a shared pattern cannot take, each with its reason. */
  unreachable?: Readonly<Record<string, string>>;
  /** Invariants after every step of every path, written from the specification. */
  holds?: (observed: Readonly<{ snapshot: AnyMachineSnapshot; rig: Rig }>) => void;
}>;

type Walks<M extends AnyStateMachine> = { input: InputFrom<M>; path: ModelPath }[];
const cachedWalks = new WeakMap<object, Walks<never>>();

export const pathsOf = <M extends AnyStateMachine>(cases: MachineCases<M>): Walks<M> => {
  const paths =
    cachedWalks.get(cases) ??
    cases.inputs.flatMap((input) =>
      edgePaths(cases.machine, { input, cases: cases.cases, project: cases.project }).map((path) => ({ input, path })),
    );
  cachedWalks.set(cases, paths as Walks<never>);
  return paths as Walks<M>;
};
