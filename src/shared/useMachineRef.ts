import { useActorRef } from '@xstate/react';
import type { Actor, ActorOptions, AnyStateMachine, InputFrom } from 'xstate';
import { useApp } from '../app/context.ts';

type Input<Machine extends AnyStateMachine> = undefined extends InputFrom<Machine> ? [] : [input: InputFrom<Machine>];

/** Runs a machine while its component is mounted, visible to an open inspector. `input` is read once. */
export const useMachineRef = <Machine extends AnyStateMachine>(machine: Machine, ...[input]: Input<Machine>): Actor<Machine> => {
  const { inspect } = useApp();
  const options: ActorOptions<Machine> = { ...(input === undefined ? {} : { input }), ...(inspect ? { inspect } : {}) };
  return useActorRef<Machine>(machine, options);
};
