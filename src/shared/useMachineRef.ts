import { useActorRef, useSelector } from '@xstate/react';
import type { Actor, ActorOptions, AnyActorRef, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { useApp } from '../app/context.ts';

type Input<Machine extends AnyStateMachine> = undefined extends InputFrom<Machine> ? [] : [input: InputFrom<Machine>];

/** Runs a machine while its component is mounted, visible to the inspector if it is open. `input` is read only once. */
export const useMachineRef = <Machine extends AnyStateMachine>(machine: Machine, ...[input]: Input<Machine>): Actor<Machine> => {
  const { inspect } = useApp();
  const options: ActorOptions<Machine> = { ...(input === undefined ? {} : { input }), ...(inspect ? { inspect } : {}) };
  return useActorRef<Machine>(machine, options);
};

type ChildrenOf<Ref extends AnyActorRef> = SnapshotFrom<Ref> extends { children: infer Children } ? Required<Children> : never;

/** The children of a machine that invokes them for its entire lifetime. */
export const useChildren = <Ref extends AnyActorRef>(ref: Ref): ChildrenOf<Ref> =>
  useSelector(ref, (snapshot) => (snapshot as { children: unknown }).children) as ChildrenOf<Ref>;
