import { act, render } from '@testing-library/react';
import { useActorRef, useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { createObserver, type Mounted } from '../support/screenWalk.tsx';

export type ViewProps = Readonly<{
  snapshot: AnyMachineSnapshot;
  send: (event: AnyEventObject) => void;
  /** For the product's own components, which need the actor itself. */
  actor: AnyActorRef;
}>;

type Mounting = Readonly<{
  machine: AnyStateMachine;
  input: unknown;
  View: ComponentType<ViewProps>;
  /** Triggers events from outside. */
  perform: Mounted['perform'];
}>;

/** A minimal view of a machine on its own page: it shows the snapshot and offers the possible events. */
export const mountView = async ({ machine, input, View, perform }: Mounting): Promise<Mounted> => {
  const observer = createObserver(machine);
  function Host() {
    const ref = useActorRef(machine, { input, inspect: observer.inspect } as never);
    const snapshot = useSelector(ref, (latest) => latest);
    return <View snapshot={snapshot as AnyMachineSnapshot} send={ref.send as ViewProps['send']} actor={ref} />;
  }
  await act(async () => void render(<Host />));
  return { snapshot: observer.snapshot, walked: observer.walked, perform };
};

type OfferProps = Pick<ViewProps, 'snapshot' | 'send'> & Readonly<{ name: string; event: AnyEventObject }>;
/** A button that is enabled exactly while the machine accepts its event. */
export function Offer({ name, event, snapshot, send }: OfferProps) {
  return (
    <button type="button" disabled={!snapshot.can(event)} onClick={() => send(event)}>
      {name}
    </button>
  );
}
